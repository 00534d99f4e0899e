/** The blocks of docs/how-to/embedding.md that a host copies into its page. */
import { expect, test } from 'vitest'
import { fencesRunBy } from '../../fences.ts'
import { readPage } from '../../markdown.ts'
import { describeInBrowser } from './support/describe-in-browser.ts'
import { EditorActions } from './support/editor-actions.ts'
import { useWeb } from './support/web.ts'

const title = 'the embedding examples of the docs work as written'
const [fromPage, inFrench, hostManaged, withView, looks] = fencesRunBy('docs/how-to/embedding.md', title)

describeInBrowser('a host that copies from the documentation', () => {
  const web = useWeb()
  /** The example with the address of this service. */
  const here = (text: string) => text.replaceAll('https://flows.example.com', web.origin)

  test('the embedding examples of the docs work as written', async () => {
    const hello = await web.call('/workflows', JSON.parse(readPage('examples/01-hello/workflow.json')))
    const head = '<!doctype html><link rel="icon" href="data:," />'
    const editor = await web.host('/copied', `${head}${here(fromPage!)}<style>${looks}</style>`)
    await new EditorActions(editor).counts(hello.nodes.length, hello.edges.length)
    const root = 'document.querySelector("#editor .mr-root")'
    expect(await editor.evaluate(`getComputedStyle(${root}).getPropertyValue('--mr-accent')`)).toContain('#7c3aed')
    await editor.close()

    const { execution_id } = await web.call<{ execution_id: string }>('/workflows/hello/execute', {})
    await web.call('/workflows/hello/playground/sessions', { name: 'Bonjour' })
    const page = await web.host(
      '/copied',
      `${head}${here(fromPage!)}
      <div id="chat" style="height: 640px"></div><div id="viewer" style="height: 640px"></div>
      <script type="module">
        import { mountPlayground, mountPipelineViewer } from '/web/millrace.js'
        const pipelineId = '${execution_id}'
        ${inFrench}
        ${withView}
      </script>`,
    )
    await page.getByRole('button', { name: 'Envoyer' }).waitFor()
    await page.locator('#viewer').getByText('Costs', { exact: true }).click()
    await page.getByText('Costs of Hello').waitFor()
    await page.close()

    const own = await web.host(
      '/own',
      `${head}<link rel="stylesheet" href="/web/millrace.css" /><div id="host-managed" style="height: 640px"></div>
      <script type="module">
        import { mountEditorApp } from '/web/millrace.js'
        const myDatabase = { put: async (workflow) => { window.stored = workflow } }
        ${hostManaged}
      </script>`,
    )
    const hosted = new EditorActions(own)
    await hosted.name.fill('Stored by the host')
    await hosted.save()
    expect(await own.evaluate('stored.name')).toBe('Stored by the host')
    await own.close()
  })
})
