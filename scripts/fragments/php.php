<?php
// Settings and registration of voronkovich/sberbank-acquiring-client, so that the guide's code runs
// without the library.

namespace Voronkovich\SberbankAcquiring {
    class Client
    {
        private const SETTINGS = [
            'apiUri', 'prefixDefault', 'userName', 'password', 'currency', 'language', 'httpMethod',
        ];

        public function __construct(private array $settings)
        {
            $unknown = array_diff(array_keys($settings), self::SETTINGS);
            if ($unknown !== []) {
                throw new \InvalidArgumentException('unknown settings: ' . implode(', ', $unknown));
            }
        }

        public function registerOrder(string $orderNumber, int $amount, string $returnUrl): array
        {
            ['apiUri' => $origin, 'prefixDefault' => $prefix] = $this->settings;
            $own = array_diff_key($this->settings, ['apiUri' => 1, 'prefixDefault' => 1]);
            $form = http_build_query($own + compact('orderNumber', 'amount', 'returnUrl'));
            $type = 'Content-Type: application/x-www-form-urlencoded';
            $http = ['method' => 'POST', 'header' => $type, 'content' => $form];
            $answer = file_get_contents(
                $origin . $prefix . 'register.do',
                false,
                stream_context_create(['http' => $http]),
            );
            return json_decode($answer, true, flags: JSON_THROW_ON_ERROR);
        }
    }
}

namespace {
    // FRAGMENT 1
    echo $client->registerOrder('from PHP', 1000, 'https://shop.example/return')['orderId'];
}
