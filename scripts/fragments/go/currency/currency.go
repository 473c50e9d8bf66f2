// Package currency contains the codes of ISO 4217.
package currency

// EUR is the euro.
const EUR = 978
