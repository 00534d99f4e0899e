/** Every page in light and dark: accessible, small at first load, and complete on a small screen. */
import type { Page, Response } from 'playwright-core'
import { expect, test } from 'vitest'
import { seriousFindings } from './support/axe.ts'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { EditorActions } from './support/editor-actions.ts'
import { useWeb } from './support/web.ts'
import { ASKS, SHOUT, WAITS } from './support/workflows.ts'

const FIRST_LOAD_BYTES = 200_000

interface Place {
  readonly name: string
  readonly path: string
  readonly arrive: (page: Page) => Promise<unknown>
}

describeInBrowser('the quality of the page', () => {
  const web = useWeb()
  let execution = ''

  test('the first load is small and compressed', async () => {
    await web.call('/workflows', SHOUT)
    const context = await web.newContext()
    await context.addCookies(await web.context.cookies())
    const page = await context.newPage()
    const answers: Response[] = []
    page.on('response', (response) => answers.push(response))
    await page.goto(web.origin)
    await page.getByRole('row').filter({ hasText: 'Shout' }).waitFor()
    const files = answers.filter((response) => /\/$|\/web\//.test(new URL(response.url()).pathname))
    const sizes = await Promise.all(
      files.map(async (response) => {
        const { responseBodySize, responseHeadersSize } = await response.request().sizes()
        return { url: response.url().slice(web.origin.length), bytes: responseBodySize + responseHeadersSize }
      }),
    )
    const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
    console.log(`First load: ${sizes.length} files, ${Math.round(total / 1000)} kB compressed`)
    expect(total, JSON.stringify(sizes, null, 1)).toBeLessThan(FIRST_LOAD_BYTES)
    for (const response of files.filter((one) => /\.(js|css)$/.test(one.url())))
      expect((await response.allHeaders())['content-encoding'], response.url()).toBe('br')
    await context.close()
  })

  test('the code of a page is loaded while the session is read', async () => {
    const page = await web.context.newPage()
    const asked = Promise.withResolvers<void>()
    await page.route('**/web/assets/executions-page-*', async (route) => {
      asked.resolve()
      await route.continue()
    })
    await page.route('**/api/v1/auth/session', async (route) => {
      await asked.promise
      await route.continue()
    })
    await page.goto(`${web.origin}/#/executions`)
    await page.getByRole('heading', { name: 'Executions' }).waitFor()
    await page.close()
  })

  test('axe finds nothing serious on any page, light and dark', { timeout: 600_000 }, async () => {
    const { page } = web
    for (const workflow of [ASKS, WAITS]) await web.call('/workflows', workflow)
    execution = (await web.call<{ execution_id: string }>('/workflows/waits/execute', {})).execution_id
    const editor = new EditorActions(page)
    const tab = (name: string) => page.getByRole('tab', { name }).click()
    const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click()
    const places: readonly Place[] = [
      { name: 'home', path: '/', arrive: () => page.getByRole('row').nth(1).waitFor() },
      {
        name: 'editor with problems',
        path: '/workflows/shout',
        arrive: async () => {
          await editor.counts(3, 2)
          await editor.node('loud').click()
          await press(/^Problems/)
        },
      },
      {
        name: 'editor with a run',
        path: '/workflows/shout',
        arrive: async () => {
          await editor.counts(3, 2)
          await editor.runButton.click()
          const panel = page.getByRole('complementary', { name: 'Run' })
          await panel.getByRole('button', { name: 'Run', exact: true }).click()
          await panel
            .getByRole('status')
            .filter({ hasText: /^Completed/ })
            .waitFor()
        },
      },
      {
        name: 'editor with the assistant',
        path: '/workflows/shout',
        arrive: async () => {
          await editor.counts(3, 2)
          await press('Assistant')
          await page.getByLabel('Describe a change or ask a question').fill('add a logger after loud')
          await page.keyboard.press('Enter')
          await page.getByRole('button', { name: 'Apply', exact: true }).last().waitFor()
        },
      },
      {
        name: 'editor with the versions',
        path: '/workflows/shout',
        arrive: async () => {
          await editor.counts(3, 2)
          await press('Versions')
          await page.getByRole('button', { name: /^Version 1/ }).waitFor()
        },
      },
      {
        name: 'playground with a question',
        path: '/workflows/asks/playground',
        arrive: async () => {
          const start = page.getByRole('button', { name: 'Start session' })
          const box = page.getByLabel('Message', { exact: true })
          await start.or(box).first().waitFor()
          if (await start.isVisible()) {
            await start.click()
            await box.fill('Hello')
            await page.keyboard.press('Enter')
          }
          await page.locator('.mr-question[data-standing=open]').waitFor()
        },
      },
      { name: 'executions', path: '/executions', arrive: () => page.getByRole('row').nth(1).waitFor() },
      ...['Graph', 'Kanban', 'Table', 'Timeline'].map((view) => ({
        name: view,
        path: `/executions/${execution}`,
        arrive: async () => {
          await tab(view)
          await page.getByRole('button', { name: 'Order', exact: true }).waitFor()
        },
      })),
      {
        name: 'comparison',
        path: `/executions/compare?a=${execution}&b=${execution}`,
        arrive: () => page.getByText('No differences').first().waitFor(),
      },
      { name: 'inbox', path: '/inbox', arrive: () => page.locator('.mr-question').first().waitFor() },
      ...['Appearance', 'API tokens', 'Sessions', 'Connections', 'Notifications', 'Assistant', 'About'].map((part) => ({
        name: `settings, ${part}`,
        path: '/settings',
        arrive: () =>
          page
            .getByRole('tab', { name: part })
            .or(page.getByRole('link', { name: part }))
            .or(page.getByRole('heading', { name: part }))
            .first()
            .click(),
      })),
      { name: 'nowhere', path: '/nowhere', arrive: () => page.getByText('Page not found').waitFor() },
    ]
    const found: string[] = []
    for (const { name, path, arrive } of places) {
      await web.visit(path)
      await arrive(page)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        found.push(...(await seriousFindings(page)).map((finding) => `${name}, ${colorScheme}: ${finding}`))
      }
    }
    expect(found).toEqual([])
  })

  test('a visitor is asked to sign in, and axe finds nothing there', async () => {
    const context = await web.newContext()
    web.expectConsoleError(/status of 401/)
    const page = await context.newPage()
    await page.goto(web.origin)
    await page.getByLabel('API token').fill('wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').or(page.locator('.mr-field__error')).first().waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await context.close()
  })

  test('everything fits into 1024 pixels', async () => {
    const { page } = web
    await page.setViewportSize({ width: 1024, height: 768 })
    const arrivals = {
      '/': 'tr',
      '/workflows/shout': '.react-flow__node',
      '/workflows/asks/playground': '.mr-question',
      '/executions': 'tr',
      [`/executions/${execution}`]: '.mr-viewer__view > *',
      '/inbox': '.mr-question',
      '/settings': 'h2',
    }
    for (const [path, arrival] of Object.entries(arrivals)) {
      await web.visit(path)
      await page.locator(arrival).first().waitFor()
      expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(1024)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('the theme is selected, stored, and used before the first paint', async () => {
    const { page } = web
    await page.emulateMedia({ colorScheme: 'light' })
    await web.visit('/')
    const background = () =>
      page.evaluate<string>('getComputedStyle(document.querySelector(".mr-root")).backgroundColor')
    const light = await background()
    await page.getByRole('button', { name: 'Appearance' }).click()
    await page.getByRole('menuitem', { name: 'Dark' }).click()
    await expect.poll(background).not.toBe(light)
    const dark = await background()
    await web.visit('/executions')
    await page.getByRole('heading', { name: 'Executions' }).first().waitFor()
    expect(await background()).toBe(dark)
    await page.getByRole('button', { name: 'Appearance' }).click()
    await page.getByRole('menuitem', { name: 'System default' }).click()
    await expect.poll(background).toBe(light)
  })
})
