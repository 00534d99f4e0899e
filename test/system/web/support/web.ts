/**
 * The started program in a browser, for one test file: a signed-in page, an API client, and the errors of console and
 * network. Every test fails on unexpected errors, and a failed test leaves screenshots.
 */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { ROOT } from '../../../source-files.ts'
import { freshFolder, type Program, start } from '../../program.ts'
import { sharedBrowser } from './chromium.ts'

const FAILURES = join(ROOT, '.cache/web-failures')
const PATIENCE_MS = 120_000

interface Stored {
  readonly id: string
  readonly revision: number
  readonly name: string
  readonly nodes: readonly Readonly<Record<string, unknown>>[]
  readonly edges: readonly Readonly<Record<string, unknown>>[]
}

export class Web {
  program!: Program
  browser!: Browser
  context!: BrowserContext
  /** The first page, signed in with the printed link. */
  page!: Page
  /** The token of the administrator. */
  key = ''
  #folder = ''
  #consoleErrors: string[] = []
  #expected: RegExp[] = []
  /** Origins of host pages that the test serves. */
  readonly #own = new Set<string>()

  get origin(): string {
    return this.program.origin
  }

  async open(flags: readonly string[]): Promise<void> {
    const folder = freshFolder()
    const [program, browser] = await Promise.all([
      start(['--data-dir', folder, '--port', '0', ...flags]),
      sharedBrowser(),
    ])
    this.program = program
    this.browser = browser
    this.#folder = folder
    this.key = readFileSync(join(folder, 'admin-token'), 'utf8').trim()
    this.context = await this.newContext()
    this.page = await this.context.newPage()
    await this.page.goto(program.link)
    await this.page.getByRole('navigation', { name: 'Main navigation' }).waitFor()
  }

  /** Stops the service while pages are open; the returned function starts it again at the same address. */
  async stopService(signal?: NodeJS.Signals): Promise<() => Promise<void>> {
    const { port } = new URL(this.origin)
    await this.program.stop(signal)
    return async () => {
      this.program = await start(['--data-dir', this.#folder, '--port', port])
    }
  }

  async close(): Promise<void> {
    for (const context of this.browser?.contexts() ?? []) await context.close()
    await this.program?.stop()
  }

  /**
   * Another browser context, with its own sign-in. Its pages are not animated unless a test asks for it: a click on a node
   * that begins to move misses it.
   */
  async newContext(options: Parameters<Browser['newContext']>[0] = {}): Promise<BrowserContext> {
    const still = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' } as const
    const context = await this.browser.newContext({ ...still, ...options })
    context.setDefaultTimeout(PATIENCE_MS)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    context.on('page', (page) => this.#watch(page))
    return context
  }

  /** A page in a separate context, signed in with the token. */
  async signedIn(options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
    const page = await (await this.newContext(options)).newPage()
    await page.goto(this.origin)
    await page.getByLabel('API token').fill(this.key)
    this.expectConsoleError(/status of 401/)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('navigation', { name: 'Main navigation' }).waitFor()
    return page
  }

  /** Opens a path of the app in a page, with a full load. */
  async visit(path: string, page: Page = this.page): Promise<void> {
    await page.goto('about:blank')
    await page.goto(`${this.origin}/#${path}`)
  }

  /** A host page at the service's origin with the given HTML. */
  async host(path: string, html: string, headers: Readonly<Record<string, string>> = {}): Promise<Page> {
    const page = await this.context.newPage()
    await page.route(`${this.origin}${path}`, (route) =>
      route.fulfill({ contentType: 'text/html', body: html, headers }),
    )
    await page.goto(`${this.origin}${path}`)
    return page
  }

  async call<T = Stored>(path: string, body?: unknown, method = body === undefined ? 'GET' : 'POST'): Promise<T> {
    const response = await fetch(`${this.origin}/api/v1${path}`, {
      method,
      headers: { 'X-API-Key': this.key, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as { data?: T; error?: string }
    if (!response.ok) throw new Error(`${method} ${path}: ${answer.error}`)
    return (answer.data ?? answer) as T
  }

  /** Allows an expected console error, such as the status of a request that is meant to fail. */
  expectConsoleError(pattern: RegExp): void {
    this.#expected.push(pattern)
  }

  /** Allows the origin of a host page that the test serves. */
  allowOrigin(origin: string): void {
    this.#own.add(origin)
  }

  /** The unexpected errors since the last call. */
  takeConsoleErrors(): readonly string[] {
    const found = this.#consoleErrors.filter((text) => !this.#expected.some((pattern) => pattern.test(text)))
    this.#consoleErrors = []
    this.#expected = []
    return found
  }

  /** Screenshots of all open pages. */
  async picture(name: string): Promise<void> {
    mkdirSync(FAILURES, { recursive: true })
    const pages = this.browser.contexts().flatMap((context) => context.pages())
    for (const [at, page] of pages.entries()) {
      const path = join(FAILURES, `${name.replaceAll(/\W+/g, '-')}-${at}.png`)
      await page.screenshot({ path, timeout: 5000 }).then(
        () => console.error(`Picture of the failure: ${path}`),
        () => undefined,
      )
    }
  }

  #watch(page: Page): void {
    page.on('pageerror', (error) => this.#consoleErrors.push(`thrown: ${error.stack ?? error.message}`))
    page.on('console', (message) => {
      if (!['error', 'warning'].includes(message.type())) return
      this.#consoleErrors.push(`console: ${message.text()} ${message.location().url}`.trim())
    })
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url())
      const isForeign = protocol.startsWith('http') && origin !== this.origin && !this.#own.has(origin)
      if (isForeign) this.#consoleErrors.push(`request to another host: ${request.url()}`)
    })
  }
}

/** One program and one browser for the tests of a suite. */
export function useWeb(flags: () => Promise<readonly string[]> = async () => []): Web {
  const web = new Web()
  beforeAll(async () => web.open(await flags()))
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await web.picture(task.name)
    expect(web.takeConsoleErrors()).toEqual([])
  })
  afterAll(() => web.close())
  return web
}
