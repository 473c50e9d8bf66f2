// `registerCustomer`: registers a customer and creates their account.

import { Type } from '../../web/http/schemas/type.ts'
import { CustomerAnswer } from './answers.ts'
import { operation } from './api.ts'
import { registrationOf } from './registration.ts'
import { text } from './schemas.ts'

/** More names than the specification has. */
const PARAMETERS_MAX = 64

export const customerOperations = [
  operation({
    name: 'registerCustomer',
    method: 'POST',
    path: '/registerCustomer',
    summary: 'Register a customer',
    description: 'Registers a customer and opens their account.',
    body: Type.Object({
      productName: text({ minLength: 1, description: 'Product code of the registration' }),
      parameters: Type.Array(Type.Object({ name: text({ minLength: 1 }), value: text() }), {
        maxItems: PARAMETERS_MAX,
        description:
          'Parameters of the registration, each name at most once; unknown names are ignored',
      }),
    }),
    examples: [
      {
        productName: 'CRCU1001',
        parameters: [
          { name: 'institutionId', value: '1001' },
          { name: 'agent_number', value: '1001' },
          { name: 'customer_number', value: '1001_P020' },
          { name: 'product_id', value: '70000001' },
          { name: 'start_date', value: '2026-01-01' },
          { name: 'service_id_acc', value: '70000011' },
          { name: 'surname', value: 'Doe' },
          { name: 'firstName', value: 'Ann' },
          { name: 'secondName', value: 'M' },
          { name: 'email', value: 'ann@example.com' },
          { name: 'mobile_phone', value: '35700000001' },
          { name: 'country_code', value: '196' },
          { name: 'region', value: '-' },
          { name: 'city', value: 'Limassol' },
          { name: 'street', value: 'Main' },
          { name: 'house', value: '1' },
          { name: 'apartament', value: '2' },
          { name: 'postal_code', value: '3000' },
        ],
      },
    ],
    answer: CustomerAnswer,
    async handle({ project, body, command }) {
      const input = registrationOf(body, project.secrets.product)
      const { accountNumber } = await command('registerCardholder', input)
      return { customerNumber: input.customerNumber ?? '', accountNumber }
    },
  }),
]
