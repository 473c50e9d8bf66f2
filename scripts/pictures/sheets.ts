// Contact sheets: pictures of one group and view side by side, arranged and photographed by the
// browser itself.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { html } from '../../src/web/html/html.ts'

export interface Picture {
  readonly group: string
  readonly view: string
  /** Size of the picture in pixels. */
  readonly width: number
  readonly name: string
  /** File name in the folder. */
  readonly file: string
}

/** Pictures per row and per sheet, so that they are legible on a screen. */
const LAYOUT = {
  wide: { columns: 3, count: 9, thumb: 620 },
  narrow: { columns: 6, count: 12, thumb: 300 },
} as const
const GAP = 16
const NARROW_MAX = 600

/** Writes the sheets into the folder of the pictures, and returns their paths. */
export async function writeSheets(
  page: Page,
  folder: string,
  pictures: readonly Picture[],
): Promise<readonly string[]> {
  const written: string[] = []
  for (const [name, all] of Object.entries(
    Object.groupBy(pictures, ({ group, view }) => `${group}-${view}`),
  )) {
    const { columns, count, thumb } =
      (all?.[0]?.width ?? 0) > NARROW_MAX ? LAYOUT.wide : LAYOUT.narrow
    for (let start = 0, number = 1; start < (all?.length ?? 0); start += count, number++) {
      const source = join(folder, `sheet-${name}-${number}.html`)
      writeFileSync(source, sheet(all?.slice(start, start + count) ?? [], thumb))
      const width = columns * (thumb + GAP) + GAP
      await page.setViewportSize({ width, height: 400 })
      await page.goto(pathToFileURL(source).href)
      const path = source.replace(/html$/, 'png')
      await page.screenshot({ path, fullPage: true })
      written.push(path)
    }
  }
  return written
}

function sheet(pictures: readonly Picture[], thumb: number): string {
  // The `html` tag refuses styles, and this page is a local file.
  const style = `<style>
    body { margin: 0; padding: ${GAP}px; display: flex; flex-wrap: wrap; gap: ${GAP}px;
      background: #777; font: 14px sans-serif; align-items: start }
    figure { margin: 0; width: ${thumb}px; background: #fff }
    figcaption { padding: 4px 8px; overflow-wrap: anywhere }
    img { display: block; width: 100% }
  </style>`
  const figures = pictures.map(
    ({ name, file }) =>
      html`<figure>
        <figcaption>${name}</figcaption>
        <img src="/${file}" alt="" />
      </figure>`,
  )
  return style + figures.join('\n').replaceAll('src="/', 'src="')
}
