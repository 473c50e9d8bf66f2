// Runs the guide's code for testcontainers-go.
package main

import (
	"context"
	"fragments/testcontainers"
	"fragments/wait"
	"net/http"
)

func main() {
	ctx := context.Background()
	// FRAGMENT 1
	if err != nil {
		panic(err)
	}
	response, err := http.Get(url + "/readyz")
	if err != nil || response.StatusCode != http.StatusOK {
		panic("the service is not ready")
	}
	response.Body.Close()
}
