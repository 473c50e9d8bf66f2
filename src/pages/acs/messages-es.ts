// The pages of the access-control server in Spanish.

import type { Messages } from './message-catalogue.ts'

export const es: Messages = {
  issuers: { own: 'Sandcard Bank', test: 'Banco de pruebas' },
  title: 'Confirme su pago',
  explanation: 'Introduzca el código de un solo uso que le ha enviado su banco.',
  merchant: 'Comercio',
  amount: 'Importe',
  card: 'Tarjeta',
  codeLabel: 'Código de un solo uso',
  confirm: 'Confirmar el pago',
  resend: 'Enviar otro código',
  cancel: 'Cancelar el pago',
  triesLeft: (count) => (count === 1 ? 'Queda 1 intento' : `Quedan ${String(count)} intentos`),
  notices: {
    codeMissing: 'Introduzca el código para continuar.',
    codeWrong: 'El código es incorrecto.',
    resent: 'Un nuevo código está en camino.',
  },
  testerTitle: 'Para pruebas',
  testerCode: 'Aquí el código es',
  fillCode: 'Rellenarlo',
  ways: {
    challenge: 'challenge, el banco pide un código',
    frictionless: 'frictionless, sin preguntar',
  },
  testerExplanation: 'O elija usted el resultado:',
  outcomes: {
    Y: 'Autenticado',
    A: 'Intentado',
    N: 'Fallido',
    U: 'No disponible',
    R: 'Rechazado',
  },
  nothing: {
    title: 'Nada que confirmar',
    reasons: {
      answered: 'Este pago ya tiene respuesta. Vuelva a la tienda.',
      expired: 'El plazo de pago ha pasado y no se cobró nada. Vuelva a la tienda.',
      replaced: 'Un intento más reciente sustituyó a este. Siga allí o vuelva a la tienda.',
      withdrawn: 'La tienda retiró el pedido y no se cobró nada.',
      unknown: 'En esta dirección ningún pago espera confirmación.',
      unreadable: 'El mensaje de la tienda no se puede leer o pertenece a otro pago.',
      direct: 'Esta dirección no se abre por sí sola: aquí lleva el formulario de un pago.',
    },
  },
  failed: {
    title: 'Inténtelo de nuevo en un momento',
    text: 'El servicio no pudo responder. No se cambió nada.',
  },
  method: {
    title: 'Navegador reconocido',
    text: 'En esta página no hay nada que hacer.',
  },
  back: 'Volver a la tienda',
  returning: 'Volvemos a la tienda',
}
