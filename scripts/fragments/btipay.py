# Construction and registration of btipay, so that the guide's code runs without the library.

import json
from urllib.parse import urlencode
from urllib.request import urlopen


class BTIPayClient:
    def __init__(self, base_url, user_name, password):
        # The library appends its paths to the URL, so the slash at its end is required.
        self.base_url = base_url
        self.credentials = {"userName": user_name, "password": password}

    def register_payment(self, order_number, amount, return_url):
        form = {"orderNumber": order_number, "amount": amount, "returnUrl": return_url}
        body = urlencode({**self.credentials, **form, "currency": 946}).encode()
        with urlopen(self.base_url + "payment/rest/register.do", body) as answer:
            return json.load(answer)


# FRAGMENT 1
print(client.register_payment("from Python", 1000, "https://shop.example/return")["orderId"])
