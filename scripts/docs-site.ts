/**
 * `node scripts/docs-site.ts --out FOLDER [--url URL] [--files URL]`: builds the documentation as a static site.
 *
 * --url    where the site is published: adds canonical addresses and a sitemap, and leaves out the links to a service
 * --files  the address of the files of the repository, such as `https://github.com/OWNER/millrace/blob/main/`; without
 *          it, references to files that are not part of the site are plain text
 *
 * All links are relative, so the site works below any path.
 */
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { bundler } from './bundler.mjs'
import { type Frame, pageHtml } from './docs-site/layout.ts'
import { ROOT, sitePages } from './docs-site/pages.ts'
import { imageOutput, type RenderedPage, renderPage } from './docs-site/render.ts'
import { searchIndex } from './docs-site/search-index.ts'

const BROWSER = join(ROOT, 'scripts', 'docs-site', 'browser')

/** In the order of the cascade. */
const STYLES = ['site.css', 'text.css', 'search.css', 'narrow.css']

export interface SiteOptions {
  readonly out: string
  readonly url?: string | undefined
  readonly files?: string | undefined
}

/** Writes the site and returns the paths of its pages. */
export async function buildSite({ out, url, files }: SiteOptions): Promise<readonly string[]> {
  const pages = sitePages()
  const outputs = new Map(pages.map(({ source, output }) => [source, output]))
  const rendered = pages.map((page) => renderPage(page, { outputs, files: asFolder(files) }))
  const frame = { pages, assets: await writeAssets(out, rendered), url: asFolder(url) }
  for (const page of rendered) write(out, page.page.output, pageHtml(page, frame))
  for (const source of new Set(rendered.flatMap(({ images }) => images)))
    cpSync(join(ROOT, source), join(out, imageOutput(source)), { recursive: true })
  if (frame.url !== undefined) write(out, 'sitemap.xml', sitemap(frame.url, pages))
  return pages.map(({ output }) => output)
}

async function writeAssets(out: string, rendered: readonly RenderedPage[]): Promise<Frame['assets']> {
  const asset = (name: string, content: string) => {
    // The name changes with the content, so that browsers may keep the file.
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 10)
    const path = `assets/${name.replace('.', `-${hash}.`)}`
    write(out, path, content)
    return path
  }
  return {
    style: asset('site.css', STYLES.map(browserFile).join('\n')),
    icon: asset('icon.svg', browserFile('icon.svg')),
    theme: asset('theme.js', await bundled('theme.ts')),
    script: asset('site.js', await bundled('site.ts')),
    // As text, like the pages: the service sends JSON only as replies of its API.
    search: asset('search.txt', searchIndex(rendered)),
  }
}

function browserFile(name: string): string {
  return readFileSync(join(BROWSER, name), 'utf8')
}

async function bundled(file: string): Promise<string> {
  const { rolldown } = await bundler()
  const made = await rolldown({ input: join(BROWSER, file), cwd: ROOT, platform: 'browser' })
  const { output } = await made.generate({ format: 'iife', minify: true })
  await made.close()
  return output[0].code
}

function sitemap(url: string, pages: readonly { readonly output: string }[]): string {
  const places = pages.map(({ output }) => `  <url><loc>${new URL(output, url).href}</loc></url>\n`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${places.join('')}</urlset>
`
}

function asFolder(url: string | undefined): string | undefined {
  return url?.replace(/\/*$/, '/')
}

function write(out: string, path: string, content: string): void {
  mkdirSync(dirname(join(out, path)), { recursive: true })
  writeFileSync(join(out, path), content)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ options: { out: text, url: text, files: text } })
  if (values.out === undefined) {
    console.error('Usage: node scripts/docs-site.ts --out FOLDER [--url URL] [--files URL]')
    process.exit(2)
  }
  await buildSite({ ...values, out: values.out })
}
