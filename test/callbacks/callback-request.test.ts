// The request of a callback: its parameters, its key and its signature.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { hmacChecksum } from '../../src/callbacks/checksum.ts'
import { callbackRequest } from '../../src/delivery/signing.ts'
import type { Directory } from '../../src/engine/directory.ts'
import { PROJECT_ENTROPY_BYTES, newProjectSecrets } from '../../src/projects/project.ts'
import { Vault } from '../../src/projects/vault.ts'
import { AT, callback } from './stored-callback.ts'

describe('The request of a callback', () => {
  const secrets = newProjectSecrets(new Uint8Array(PROJECT_ENTROPY_BYTES))
  const vault = new Vault(Buffer.alloc(32, 7), new Map<string, string>())
  const project = {
    number: 1,
    id: 'prj',
    name: 'p',
    datasetId: 1,
    secrets,
    vault,
    createdAt: AT,
    faults: null,
  }
  const own = { alias: 'callbackKey', sealed: null, createdAt: null }
  const later = { alias: 'later', sealed: vault.seal('opened'), createdAt: AT }
  const request = (
    over: { url?: string; method?: 'GET' | 'POST'; signature?: 'none' | 'hmac'; keyAlias?: string },
    keys = [own],
  ) => {
    const { url = 'https://shop.example/c', ...message } = over
    const of = { ...callback(), url, message: { ...callback().message, ...message } }
    return callbackRequest(of, project, keys, {} as Directory)
  }
  const parameters = 'operation=deposited&status=1'

  test("has the parameters of the callback, and the URL's parameters that do not conflict", async () => {
    const url =
      'https://shop.example/c?tenant=7&status=9&checksum=00&sign_alias=x&operation=no#part'
    assert.equal(
      (await request({ url, signature: 'none' })).url,
      `https://shop.example/c?tenant=7&${parameters}`,
    )
    const posted = await request({ url, signature: 'none', method: 'POST' })
    assert.deepEqual(posted, {
      method: 'POST',
      url: 'https://shop.example/c?tenant=7',
      body: parameters,
    })
    assert.deepEqual(await request({ signature: 'none' }), {
      method: 'GET',
      url: `https://shop.example/c?${parameters}`,
      body: '',
    })
  })

  test('names its key after a rotation, and is signed by the newest if its own was deleted', async () => {
    const checksumOf = (key: string) => hmacChecksum(callback().message.parameters, key)
    const signed = async (keyAlias: string, keys: (typeof own | typeof later)[]) =>
      (await request({ keyAlias }, keys as (typeof own)[])).url.replace(
        `https://shop.example/c?${parameters}&`,
        '',
      )
    assert.equal(
      await signed('callbackKey', [own]),
      `checksum=${checksumOf(secrets.interfaceC.callbackKey)}`,
    )
    assert.equal(
      await signed('callbackKey', [own, later]),
      `sign_alias=callbackKey&checksum=${checksumOf(secrets.interfaceC.callbackKey)}`,
    )
    assert.equal(
      await signed('later', [own, later]),
      `sign_alias=later&checksum=${checksumOf('opened')}`,
    )
    assert.equal(
      await signed('callbackKey', [later]),
      `sign_alias=later&checksum=${checksumOf('opened')}`,
    )
    await assert.rejects(signed('callbackKey', []), /always has a callback key/)
  })
})
