// Package acquiring contains the parts of helios-ag/sberbank-acquiring-go that the guide uses, so
// that its code runs without the library.
package acquiring

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// ClientConfig contains the library settings; a Currency of 0 is also sent.
type ClientConfig struct {
	UserName           string
	Password           string
	Currency           int
	SessionTimeoutSecs int
}

var (
	config   ClientConfig
	endpoint string
)

// SetConfig resets the URL.
func SetConfig(settings ClientConfig) {
	config = settings
	endpoint = "https://bank.invalid"
}

// WithEndpoint sets the origin of the gateway.
func WithEndpoint(origin string) { endpoint = origin }

// API contains the lower-level functions.
type API struct{}

// GetAPI returns the lower-level functions.
func GetAPI() API { return API{} }

// NewRestRequest creates a request with the form in its body, even for GET.
func (API) NewRestRequest(
	ctx context.Context, method, path string, form map[string]string, _ interface{},
) (*http.Request, error) {
	values := url.Values{"userName": {config.UserName}, "password": {config.Password}}
	for name, value := range form {
		values.Set(name, value)
	}
	body := strings.NewReader(values.Encode())
	request, err := http.NewRequestWithContext(ctx, method, endpoint+"/payment/rest/"+path, body)
	if err == nil {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	return request, err
}

// Do sends a request and reads the response.
func (API) Do(request *http.Request, answer interface{}) (*http.Response, error) {
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	return response, json.NewDecoder(response.Body).Decode(answer)
}

// Register registers an order and returns its id.
func Register(ctx context.Context, orderNumber string, amount int, returnURL string) (string, error) {
	form := map[string]string{
		"orderNumber": orderNumber,
		"amount":      strconv.Itoa(amount),
		"returnUrl":   returnURL,
		"currency":    strconv.Itoa(config.Currency),
	}
	request, err := GetAPI().NewRestRequest(ctx, http.MethodGet, "register.do", form, nil)
	if err != nil {
		return "", err
	}
	var answer struct{ OrderId string }
	_, err = GetAPI().Do(request, &answer)
	return answer.OrderId, err
}
