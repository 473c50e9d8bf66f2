// Code samples of a call in four languages, with standard or common libraries.

import { shellQuoted } from '../../../web/http/calls/api-call.ts'
import {
  basicOf,
  type ComposedCall,
  httpCall,
  sentFields,
  sentHeaders,
  sentPath,
} from './composed-call.ts'
import { literal, type LiteralStyle, PHP, PYTHON, SCRIPT } from './literals.ts'

interface Sample {
  readonly language: string
  readonly code: string
}

/** The parts of a call that each language formats. */
interface SampleParts {
  readonly method: string
  readonly url: string
  /** Excludes credentials, and the content type if the language sets it. */
  readonly headers: Readonly<Record<string, string>>
  readonly login?: { readonly login: string; readonly password: string }
  readonly fields?: Readonly<Record<string, string>>
  /** The parsed JSON body, or its text if it is invalid. */
  readonly json?: { readonly value: unknown } | { readonly text: string }
}

export function samplesOf(call: ComposedCall, origin: string): readonly Sample[] {
  const parts = partsOf(call, origin)
  return [
    { language: 'curl', code: curl(parts) },
    { language: 'JavaScript', code: javascript(parts) },
    { language: 'PHP', code: php(parts) },
    { language: 'Python', code: python(parts) },
  ]
}

function partsOf(call: ComposedCall, origin: string): SampleParts {
  const { operation, json, fields } = call
  const login = basicOf(call)
  const { authorization, 'x-api-key': apiKey } = httpCall(call).headers
  return {
    method: operation.method,
    url: origin + sentPath(call),
    headers: {
      ...(apiKey !== undefined && { 'X-API-KEY': apiKey }),
      ...(login === undefined && authorization !== undefined && { Authorization: authorization }),
      ...sentHeaders(call),
    },
    ...(login && { login }),
    ...(fields && { fields: sentFields(call) }),
    ...(json !== undefined && { json: jsonOf(json) }),
  }
}

/** Keeps the text of a body that contains numbers which JavaScript cannot represent exactly. */
function jsonOf(text: string): NonNullable<SampleParts['json']> {
  try {
    const value: unknown = JSON.parse(text)
    const digits = (each: string): string => each.replaceAll(/[^\d]/g, '')
    return digits(JSON.stringify(value)) === digits(text) ? { value } : { text }
  } catch {
    return { text }
  }
}

const TYPE_HEADER = 'Content-Type'
const JSON_TYPE = { [TYPE_HEADER]: 'application/json' } as const

function curl({ method, url, headers, login, fields, json }: SampleParts): string {
  const body =
    json === undefined
      ? Object.entries(fields ?? {}).map(([name, value]) =>
          /^[\w.-]*$/.test(name + value)
            ? `-d ${name}=${value}`
            : `--data-urlencode ${shellQuoted(`${name}=${value}`)}`,
        )
      : [`-d ${shellQuoted('value' in json ? JSON.stringify(json.value, null, 2) : json.text)}`]
  const usual = body.length > 0 ? 'POST' : 'GET'
  const sent = json === undefined ? headers : { ...headers, ...JSON_TYPE }
  return [
    `curl -sS ${method === usual ? '' : `-X ${method} `}${shellQuoted(url)}`,
    ...(login === undefined ? [] : [`-u ${shellQuoted(`${login.login}:${login.password}`)}`]),
    ...Object.entries(sent).map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`),
    ...body,
  ].join(' \\\n  ')
}

/** The option lines of a call, each with a comma. */
const optionLines = (options: readonly (string | false)[], indent: string): string =>
  options
    .filter((option) => option !== false)
    .map((option) => `${indent}${option},\n`)
    .join('')

const hasAny = (values: object): boolean => Object.keys(values).length > 0

function javascript({ method, url, headers, login, fields, json }: SampleParts): string {
  const text = (value: unknown): string => literal(value, SCRIPT, 1)
  const sent = json === undefined ? headers : { ...headers, ...JSON_TYPE }
  const plain = literal(sent, SCRIPT, 1)
  const pair = login && text(`${login.login}:${login.password}`)
  const known =
    pair === undefined
      ? plain
      : `{\n    Authorization: 'Basic ' + btoa(${pair}),\n${plain === '{}' ? '  }' : plain.slice(2)}`
  const body =
    json === undefined
      ? fields && `new URLSearchParams(${text(fields)})`
      : 'value' in json
        ? `JSON.stringify(${text(json.value)})`
        : text(json.text)
  const options = optionLines(
    [
      method !== 'GET' && `method: '${method}'`,
      known !== '{}' && `headers: ${known}`,
      body !== undefined && `body: ${body}`,
    ],
    '  ',
  )
  const target = literal(url, SCRIPT)
  return [
    `const response = await fetch(${target}${options === '' ? '' : `, {\n${options}}`})`,
    'console.log(response.status, await response.text())',
  ].join('\n')
}

function php({ method, url, headers, login, fields, json }: SampleParts): string {
  const text = (value: unknown): string => literal(value, PHP, 1)
  const sent = json === undefined ? headers : { ...headers, ...JSON_TYPE }
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}`)
  const body =
    json === undefined
      ? fields && `http_build_query(${text(fields)})`
      : 'value' in json
        ? `json_encode(${text(json.value)})`
        : text(json.text)
  const options = optionLines(
    [
      method !== 'GET' && `CURLOPT_CUSTOMREQUEST => '${method}'`,
      'CURLOPT_RETURNTRANSFER => true',
      login !== undefined && `CURLOPT_USERPWD => ${text(`${login.login}:${login.password}`)}`,
      lines.length > 0 && `CURLOPT_HTTPHEADER => ${text(lines)}`,
      body !== undefined && `CURLOPT_POSTFIELDS => ${body}`,
    ],
    '    ',
  )
  return [
    '<?php',
    `$curl = curl_init(${literal(url, PHP)});`,
    `curl_setopt_array($curl, [\n${options}]);`,
    'echo curl_exec($curl), PHP_EOL;',
  ].join('\n')
}

function python({ method, url, headers, login, fields, json }: SampleParts): string {
  const text = (value: unknown, style: LiteralStyle = PYTHON): string => literal(value, style, 1)
  const isText = json !== undefined && 'text' in json
  const sent = isText ? { ...headers, ...JSON_TYPE } : headers
  const options = optionLines(
    [
      literal(url, PYTHON),
      login !== undefined && `auth=(${text(login.login)}, ${text(login.password)})`,
      hasAny(sent) && `headers=${text(sent)}`,
      fields !== undefined && `data=${text(fields)}`,
      json !== undefined && (isText ? `data=${text(json.text)}` : `json=${text(json.value)}`),
    ],
    '    ',
  )
  return [
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(\n${options})`,
    'print(response.status_code, response.text)',
  ].join('\n')
}
