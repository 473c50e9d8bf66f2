// Runs the guide's code for alewon/alfabank-acquiring-go-client.
package main

import (
	"fmt"
	"fragments/alfabank"
)

func main() {
	// FRAGMENT 1
	orderId, err := client.Register("from Go, too", 1000, "https://shop.example/return")
	if err != nil {
		panic(err)
	}
	fmt.Print(orderId)
}
