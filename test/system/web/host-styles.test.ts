/** Style isolation: styles of the host do not change the editor, and the editor does not change the host. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { EditorActions } from './support/editor-actions.ts'
import { hostPage } from './support/host-page.ts'
import { until } from './support/until.ts'
import { useWeb } from './support/web.ts'
import { SHOUT } from './support/workflows.ts'

/** Host styles for elements by name, and for every element. */
const LOUD = `<style>
  * { box-sizing: content-box }
  body { font: italic 22px/2 serif; color: #a00; letter-spacing: 2px; text-transform: uppercase; text-align: center }
  button { margin: 6px; padding: 14px 22px; border: 4px solid #d00; min-width: 90px; box-shadow: 4px 4px 0 #000 }
  input, select, textarea { margin: 6px; padding: 14px; border: 5px solid #00d; background: #ffc; font-size: 22px }
  h1, h2, h3 { margin: 40px; font-size: 60px; color: #d0d }
  p { margin: 2em; text-indent: 2em }
  a { color: #0a0; font-weight: bold }
  svg { width: 100px; height: 100px; max-width: 100%; fill: red }
  ul, ol, li { margin: 20px; padding-left: 90px; list-style: square }
  label, legend { display: block; font-size: 30px }
  fieldset { padding: 30px; border: 5px solid #0d0 }
  header, aside, section, nav { padding: 10px; border: 2px dashed #f0f; background: #cff }
  span, strong { letter-spacing: 3px }
</style>`

const SCRIPT = `
  const { mountEditorApp } = await import('/web/millrace.js')
  mountEditorApp('#one', { workflowId: 'shout' })
  mountEditorApp('#two', { workflowId: 'shout', disableSidebar: true })`

/** All elements with their visible styles, except animations and the caret. */
function looks(page: Page, within: string): Promise<string[]> {
  const properties = ['width', 'height', 'margin', 'padding', 'border-top', 'color', 'background-color', 'box-shadow']
  const letters = ['font', 'letter-spacing', 'text-transform', 'text-indent', 'text-align', 'list-style', 'display']
  return page.evaluate(`[...document.querySelectorAll('${within} *')]
    .filter((element) => element.closest('.cm-cursorLayer, .cm-announced') === null)
    .map((element) => {
      const style = getComputedStyle(element)
      const said = ${JSON.stringify([...properties, ...letters])}.map((name) => name + ': ' + style.getPropertyValue(name))
      return element.localName + '.' + element.getAttribute('class') + ' ' + said.join('; ')
    })`)
}

describeInBrowser('styles of a host and of the editor', () => {
  const web = useWeb()

  async function opened(path: string, head: string): Promise<Page> {
    const page = await web.host(path, hostPage(SCRIPT).replace('</head>', `${head}</head>`))
    const editor = new EditorActions(page)
    await editor.counts(6)
    await page.locator('#one .react-flow__node[data-id="loud"]').click()
    await page.locator('#one').getByLabel('Operation', { exact: true }).waitFor()
    await page.mouse.move(5, 5)
    return page
  }

  test('element styles of the host do not change the editor', async () => {
    await web.call('/workflows', SHOUT)
    const [quiet, loud] = [await opened('/quiet', ''), await opened('/loud', LOUD)]
    expect(await looks(loud, '#one .mr-root')).not.toHaveLength(0)
    await until('both look alike', async () => {
      const [one, other] = [await looks(quiet, '#one .mr-root'), await looks(loud, '#one .mr-root')]
      return one.length === other.length && one.every((look, at) => look === other[at])
    }).catch(async () => expect(await looks(loud, '#one .mr-root')).toEqual(await looks(quiet, '#one .mr-root')))
    await quiet.close()
    await loud.close()
  })

  test('the stylesheet does not change the host', async () => {
    const own = '<main id="own"><h1>A</h1><p>B <a href="#x">C</a></p><button>D</button><ul><li>E</li></ul></main>'
    const seen = []
    for (const hasCss of [false, true]) {
      const page = await web.host(`/own-${hasCss}`, hostPage('', { hasCss }).replace('<body>', `<body>${own}`))
      seen.push(await looks(page, '#own'))
      await page.close()
    }
    expect(seen[1]).toEqual(seen[0])
  })
})
