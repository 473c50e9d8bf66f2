// Package alfabank has the settings and the registration of alewon/alfabank-acquiring-go-client, so
// that the guide's code runs without the library.
package alfabank

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
)

// Config contains the settings of a client.
type Config struct {
	BaseURL  string
	UserName string
	Password string
}

// Client sends every request by POST.
type Client struct{ config Config }

// NewClient creates a client.
func NewClient(config Config) Client { return Client{config} }

// Register registers an order and returns its id.
func (client Client) Register(orderNumber string, amount int, returnURL string) (string, error) {
	response, err := http.PostForm(client.config.BaseURL+"/register.do", url.Values{
		"userName":    {client.config.UserName},
		"password":    {client.config.Password},
		"orderNumber": {orderNumber},
		"amount":      {strconv.Itoa(amount)},
		"returnUrl":   {returnURL},
	})
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	var answer struct{ OrderId string }
	return answer.OrderId, json.NewDecoder(response.Body).Decode(&answer)
}
