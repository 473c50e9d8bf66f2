// The pictures of the guides. The package does not contain them; guides then show the alternative
// texts.

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { PACKAGE_FOLDER } from '../../../package-files.ts'
import { IMMUTABLE_CACHE } from '../../../web/http/responses/assets.ts'
import { sendProblem } from '../../../web/http/responses/problem.ts'

interface Picture {
  /** Contains a hash of the content, so that browsers can cache it permanently. */
  readonly path: string
  readonly width: number
  readonly height: number
  readonly body: Buffer
  readonly etag: string
}

const PICTURES_URL = new URL('docs/pictures/', PACKAGE_FOLDER)
const PICTURES_PATH = '/assets/pictures/'
/** Upper limits; a test enforces lower ones. */
const PICTURES_MAX = 20
const PICTURE_MAX_BYTES = 200_000

// Read on first use.
let known: ReadonlyMap<string, Picture> | undefined

/** By the path of the file. */
const pictures = (): ReadonlyMap<string, Picture> => (known ??= readPictures(PICTURES_URL))

/** The picture in a file; undefined if it does not exist. */
export const pictureAt = (file: string): Picture | undefined => pictures().get(file)

export function readPictures(folder: URL): ReadonlyMap<string, Picture> {
  if (!existsSync(folder)) return new Map()
  const files = readdirSync(folder).filter((file) => /^[\w-]+\.webp$/.test(file))
  return new Map(
    files.slice(0, PICTURES_MAX).flatMap((file) => {
      const picture = readPicture(new URL(file, folder), file.slice(0, -'.webp'.length))
      return picture === undefined ? [] : [[new URL(file, folder).pathname, picture] as const]
    }),
  )
}

function readPicture(file: URL, name: string): Picture | undefined {
  const body = readFileSync(file)
  const isWebp =
    body.toString('latin1', 0, 4) === 'RIFF' && body.toString('latin1', 8, 16) === 'WEBPVP8X'
  if (!isWebp || body.length > PICTURE_MAX_BYTES) return undefined
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 16)
  // The extended header contains width and height minus one, three bytes each.
  return {
    path: `${PICTURES_PATH}${name}.${hash}.webp`,
    width: body.readUIntLE(24, 3) + 1,
    height: body.readUIntLE(27, 3) + 1,
    body,
    etag: `"${hash}"`,
  }
}

const NO_PICTURE = {
  status: 404,
  code: 'not-found',
  title: 'Unknown picture',
  detail: 'The guides list the existing pictures.',
}

/** Serves the pictures. */
export function servePictures(app: FastifyInstance): void {
  app.get(`${PICTURES_PATH}:file`, { schema: { hide: true } }, (request, reply) => {
    const { file } = request.params as { readonly file: string }
    const picture = [...pictures().values()].find(({ path }) => path === PICTURES_PATH + file)
    if (picture === undefined) return sendProblem(reply, NO_PICTURE)
    reply.headers({
      'cache-control': IMMUTABLE_CACHE,
      'content-type': 'image/webp',
      etag: picture.etag,
    })
    return request.headers['if-none-match'] === picture.etag
      ? reply.code(304).send()
      : reply.send(picture.body)
  })
}
