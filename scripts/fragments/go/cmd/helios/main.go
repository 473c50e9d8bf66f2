// Runs the guide's code for helios-ag/sberbank-acquiring-go.
package main

import (
	"context"
	"fmt"
	"fragments/acquiring"
	"fragments/currency"
	"fragments/endpoints"
	"net/http"
	"net/url"
	"os"
)

func main() {
	ctx := context.Background()
	// FRAGMENT 1
	orderId, err := acquiring.Register(ctx, "from Go", 1000, "https://shop.example/return")
	check(err)
	response, err := http.PostForm(os.Getenv("SERVICE")+"/payment/rest/paymentorder.do", url.Values{
		"userName": {"demo-api"}, "password": {"demo-password"}, "MDORDER": {orderId},
		"$PAN": {"4444555511113333"}, "$CVC": {"123"}, "$EXPIRY": {"203412"}, "TEXT": {"ANN DOE"},
	})
	check(err)
	response.Body.Close()
	{
		// FRAGMENT 2
		check(err)
		if answer["errorCode"] != "0" {
			panic(answer)
		}
	}
	fmt.Print(orderId)
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
