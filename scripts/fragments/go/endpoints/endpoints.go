// Package endpoints contains the names of the operations.
package endpoints

// Refund is the operation that returns money.
const Refund = "refund.do"
