// Registers an order with sberbank-acquiring, as the guide uses it.

import Acquiring from 'sberbank-acquiring'

// FRAGMENT 1
const { orderId } = await acquiring.register('from JavaScript', 10, 'Ten')
process.stdout.write(orderId)
