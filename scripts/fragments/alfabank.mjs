// Registers an order with alfabank, as the guide uses it.

import alfabank from 'alfabank'

const { useAlfaBank } = alfabank
// FRAGMENT 1
const { orderId } = await alfa.register({
  orderNumber: 'from JavaScript, too',
  amount: 1000,
  returnUrl: 'https://shop.example/return',
})
process.stdout.write(orderId)
