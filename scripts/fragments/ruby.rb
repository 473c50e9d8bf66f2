# The parts of sberbank-acquiring that the guide uses, so that its code runs without the library.

require 'json'
require 'net/http'
require 'openssl'

module Sberbank
  module Acquiring
    class CommandParametersConvertor
      def initialize(credentials)
        @credentials = credentials
      end

      def convert(parameters)
        camelized = parameters.transform_keys { |key| key.to_s.gsub(/_(.)/) { $1.upcase } }
        @credentials.merge(camelized)
      end
    end

    class Request
      def initialize(host:, path:, params:)
        @uri = URI("https://#{host}/payment/rest/#{path}.do?#{URI.encode_www_form(params)}")
      end

      def perform
        Net::HTTP.get_response(@uri)
      end
    end

    class CommandResponseDecorator
      def initialize(response)
        @data = JSON.parse(response.body)
      end

      def [](name)
        @data.fetch(name)
      end
    end

    class ChecksumValidator
      def validate(callback)
        pairs = URI.decode_www_form(callback).to_h
        checksum = [pairs.delete('checksum')].pack('H*')
        pairs.delete('sign_alias')
        matches?(pairs.sort.map { |name, value| "#{name};#{value};" }.join, checksum)
      end
    end

    class SymmetricKeyChecksumValidator < ChecksumValidator
      def initialize(key)
        @key = key
      end

      def matches?(text, checksum)
        OpenSSL::HMAC.digest('SHA256', @key, text) == checksum
      end
    end

    class AsymmetricKeyChecksumValidator < ChecksumValidator
      def initialize(certificate)
        @key = OpenSSL::X509::Certificate.new(certificate).public_key
      end

      def matches?(text, checksum)
        @key.verify('SHA512', checksum, text)
      end
    end
  end
end

order = { order_number: 'from Ruby', amount: 1000, return_url: 'https://shop.example/return' }
# FRAGMENT 1
# FRAGMENT 2
raise 'the HMAC is wrong' unless hmac.validate(ENV.fetch('CALLBACK_HMAC'))
raise 'the signature is wrong' unless rsa.validate(ENV.fetch('CALLBACK_RSA'))
puts response['orderId']
