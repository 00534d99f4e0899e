/** The documentation site, built into a temporary folder. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import MiniSearch from 'minisearch'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fencesRunBy } from '../test/fences.ts'
import { ROOT } from '../test/source-files.ts'
import { SEARCH_OPTIONS } from './docs-site/browser/search-options.ts'
import { buildSite } from './docs-site.ts'

const out = mkdtempSync(join(tmpdir(), 'millrace-guide-'))
let paths: readonly string[]
beforeAll(async () => {
  paths = await buildSite({ out })
})
afterAll(() => rmSync(out, { recursive: true }))

const page = (path: string) => readFileSync(join(out, path), 'utf8')
const hrefs = (html: string) => [...html.matchAll(/<a\b[^>]* href="([^"]*)"/g)].map(([, href]) => href!)

/** Addresses of a service, from the pages of the site. */
const SERVICE = /^(?:\.\.?\/)+(?:docs)?$/

describe('the documentation site', () => {
  test('has the tutorials first, then guides, reference and explanation', () => {
    const folders = [...new Set(paths.filter((path) => path.includes('/')).map((path) => path.split('/')[0]))]
    expect(folders).toEqual(['tutorials', 'how-to', 'reference', 'explanation', 'examples'])
    expect(paths[0]).toBe('index.html')
    expect(paths).toContain('how-to/scale.html')
    expect(paths.filter((path) => path.startsWith('reference/nodes/')).length).toBeGreaterThan(70)
  })

  test('has no page for contributors and does not mention one', () => {
    expect(readdirSync(out).filter((name) => /contributing|decisions/i.test(name))).toEqual([])
    const linked = paths.filter((path) => hrefs(page(path)).some((href) => /contributing|decisions/i.test(href)))
    expect(linked).toEqual([])
    expect(page('index.html')).not.toContain('CONTRIBUTING')
  })

  test('has no link to a page, heading, picture or script that does not exist', () => {
    const ids = new Map(
      paths.map((path) => [path, new Set([...page(path).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))]),
    )
    let count = 0
    const broken = paths.flatMap((path) => {
      const sources = [...page(path).matchAll(/<(?:img|script|link)\b[^>]* (?:src|href)="([^"]*)"/g)].map(
        ([, at]) => at!,
      )
      return [...hrefs(page(path)), ...sources].filter((href) => {
        if (/^https?:/.test(href) || isOfService(path, href)) return false
        count += 1
        const [file = '', anchor] = href.split('#')
        const target = file === '' ? path : posix.join(posix.dirname(path), file)
        if (anchor !== undefined) return !ids.get(target)?.has(anchor)
        return !existsSync(join(out, target))
      })
    })
    expect(broken).toEqual([])
    expect(count).toBeGreaterThan(5000)
  })

  test('has a title and a description for every page, and no id twice', () => {
    for (const path of paths) {
      const html = page(path)
      expect(html, path).toMatch(/<title>[^<]{5,}<\/title>/)
      expect(/<meta name="description" content="([^"]*)">/.exec(html)?.[1]?.length, path).toBeGreaterThan(20)
      const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
      expect(new Set(ids).size, path).toBe(ids.length)
    }
    const titles = paths.map((path) => /<title>(.*)<\/title>/.exec(page(path))?.[1])
    expect(new Set(titles).size).toBe(titles.length)
  })

  test('has no inline script or style, and no mark of a test in its code', () => {
    for (const path of paths) {
      const html = page(path)
      expect(html, path).not.toMatch(/<script(?![^>]* src=)|<style|<[^>]+ style="|<[^>]+ on\w+="/)
      expect(html, path).not.toMatch(/data-language="[^"]* /)
    }
  })

  test('highlights code and shows sources that are not part of it as text', () => {
    expect(page('tutorials/approval.html')).toContain('<span class="hljs-attr">&quot;name&quot;</span>')
    expect(page('how-to/deploy.html')).toContain('title="In the repository: deploy/Dockerfile">Dockerfile</span>')
  })

  test('leads from each page to the next', () => {
    let at = paths[0]!
    const seen = [at]
    for (;;) {
      const next = /<a rel="next" href="([^"]+)"/.exec(page(at))?.[1]
      if (next === undefined) break
      at = posix.join(posix.dirname(at), next)
      seen.push(at)
    }
    expect(seen).toEqual(paths)
  })

  test.each([
    ['Idempotency-Key', 'tutorials/webhook-flow.html'],
    ['aproval', 'tutorials/approval.html'],
    ['secret key lost', 'how-to/'],
    ['MILLRACE_PORT', 'reference/settings.html'],
    ['vector store', 'reference/nodes/vector_store.html'],
    ['sub-workflow', 'reference/nodes/sub_workflow.html'],
  ])('finds "%s" in %s', (words, path) => {
    const index = page(/data-search="([^"]+)"/.exec(page('index.html'))![1]!)
    const results = MiniSearch.loadJSON(index, SEARCH_OPTIONS).search(words)
    expect(results.slice(0, 12).map(({ href }) => String(href))).toContainEqual(expect.stringContaining(path))
  })
})

/** `..` at the root of the site is the service. */
function isOfService(path: string, href: string): boolean {
  return SERVICE.test(href) && posix.join('docs/guide', posix.dirname(path), href).replace(/\/$/, '').length <= 4
}

test('a published site has canonical addresses and a sitemap, links to sources, and no links to a service', () => {
  const title = 'a published site has canonical addresses and a sitemap, links to sources, and no links to a service'
  const [shown = ''] = fencesRunBy('CONTRIBUTING.md', title)
  const folder = mkdtempSync(join(tmpdir(), 'millrace-published-'))
  try {
    const [, ...args] = shown.trim().replace('--out site', `--out ${folder}`).split(' ')
    execFileSync(process.execPath, args, { cwd: ROOT })
    const html = readFileSync(join(folder, 'how-to', 'deploy.html'), 'utf8')
    expect(html).toContain('<link rel="canonical" href="https://docs.example.com/how-to/deploy.html">')
    expect(html).toContain('<a href="https://git.example.com/millrace/blob/main/deploy/Dockerfile" rel="noopener">')
    expect(hrefs(html).filter((href) => isOfService('how-to/deploy.html', href))).toEqual([])
    expect(readFileSync(join(folder, 'sitemap.xml'), 'utf8')).toContain(
      '<loc>https://docs.example.com/tutorials/approval.html</loc>',
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
})
