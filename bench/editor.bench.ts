/**
 * The editor in Chromium: frames per second while a large workflow is panned and zoomed, compared with the canvas
 * library's own bare example of that size. Both run the same steps alternately.
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'
import { build, type Plugin } from 'vite'
import { graphOf } from './graphs.ts'
import { median, ms, type Row } from './row.ts'
import { type RunningService, startService } from './service.ts'

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium'
const WEB = fileURLToPath(new URL('../packages/web/', import.meta.url))
const ROUNDS = 3
const STEPS = 45
const FRAME_MS = 16
const GOAL = 0.8

interface Placed {
  readonly id: string
  readonly position: { readonly x: number; readonly y: number }
}

/** The graph of the other benches, laid out as a square that is fully visible when it opens. */
function squareOf(size: number) {
  const side = Math.ceil(Math.sqrt(size))
  const graph = graphOf(size)
  const place = (at: number) => ({ x: (at % side) * 280, y: Math.floor(at / side) * 160 })
  return { ...graph, nodes: graph.nodes.map((node, at) => ({ ...node, position: place(at) })) }
}

export async function bench(): Promise<Row[]> {
  if (!existsSync(CHROMIUM)) {
    console.log('     the editor is not measured: no Chromium (apt-get install chromium, or set CHROMIUM)')
    return []
  }
  const [service, example] = await Promise.all([startService(), bareExample()])
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
  try {
    const [ours, theirs] = [await editorPage(browser, service, 2_000), await examplePage(browser, example, 2_000)]
    const rates = { ours: [] as Frames[], theirs: [] as Frames[] }
    for (let round = 0; round < ROUNDS; round++) {
      rates.ours.push(await movedAbout(ours.page))
      rates.theirs.push(await movedAbout(theirs.page))
    }
    await Promise.all([ours.page.close(), theirs.page.close()])
    const large = await editorPage(browser, service, 5_000)
    const largeFrames = await movedAbout(large.page)
    const [our, their] = [middle(rates.ours), middle(rates.theirs)]
    return [
      {
        work: 'editor with 2,000 nodes, panned and zoomed',
        measured: `${framesText(our)}, open after ${ms(ours.openMs)}`,
        limit: `the canvas library's bare example: ${framesText(their)}`,
        figure: our.rate / their.rate,
        goal: `at least ${GOAL}`,
        met: our.rate / their.rate >= GOAL,
      },
      {
        work: 'editor with 5,000 nodes, panned and zoomed',
        measured: `${framesText(largeFrames)}, open after ${ms(large.openMs)}`,
        limit: `the same example with 2,000: ${framesText(their)}`,
        figure: largeFrames.rate / their.rate,
        goal: `usable: at least ${GOAL} of that`,
        met: largeFrames.rate / their.rate >= GOAL,
      },
    ]
  } finally {
    await browser.close()
    await service.stop()
  }
}

interface Opened {
  readonly page: Page
  readonly openMs: number
}

const newPage = async (browser: Browser) => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  page.setDefaultTimeout(60_000)
  return page
}

async function editorPage(browser: Browser, service: RunningService, size: number): Promise<Opened> {
  const answer = await service.call('POST', '/workflows', squareOf(size))
  const { data } = (await answer.json()) as { data: { id: string } }
  const page = await newPage(browser)
  const origin = `http://127.0.0.1:${service.port}`
  await page.goto(origin)
  await page.getByLabel('API token').fill(service.token)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation').first().waitFor()
  return drawn(page, () => page.goto(`${origin}/#/workflows/${data.id}`))
}

/** The example of the library's first page: plain nodes, plain edges, map, buttons and dots. */
const EXAMPLE = `
  import '@xyflow/react/dist/style.css'
  import { Background, Controls, MiniMap, ReactFlow, useEdgesState, useNodesState } from '@xyflow/react'
  import { createElement as h } from 'react'
  import { createRoot } from 'react-dom/client'
  function Example({ graph }) {
    const [nodes, , onNodesChange] = useNodesState(graph.nodes)
    const [edges, , onEdgesChange] = useEdgesState(graph.edges)
    const flow = { nodes, edges, onNodesChange, onEdgesChange, minZoom: 0.04, fitView: true }
    return h(ReactFlow, flow, h(Controls), h(MiniMap), h(Background))
  }
  window.show = (graph) => createRoot(document.getElementById('root')).render(h(Example, { graph }))
`

async function bareExample(): Promise<{ script: string; style: string }> {
  const entry: Plugin = {
    name: 'bare-example',
    resolveId: (id) => (id === 'bare-example' ? `${WEB}src/bare-example.js` : undefined),
    load: (id) => (id === `${WEB}src/bare-example.js` ? EXAMPLE : undefined),
  }
  const made = await build({
    root: WEB,
    configFile: false,
    logLevel: 'error',
    plugins: [entry],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, rolldownOptions: { input: 'bare-example' } },
  })
  if (Array.isArray(made) || !('output' in made)) throw new Error('the example could not be built')
  const text = (ending: string) => made.output.find(({ fileName }) => fileName.endsWith(ending))
  const [script, style] = [text('.js'), text('.css')]
  if (script?.type !== 'chunk' || style?.type !== 'asset') throw new Error('the example could not be built')
  return { script: script.code, style: String(style.source) }
}

async function examplePage(
  browser: Browser,
  { script, style }: { script: string; style: string },
  size: number,
): Promise<Opened> {
  const page = await newPage(browser)
  // The size of the editor's own canvas between its panels.
  await page.setContent('<div id="root" style="position:fixed;left:280px;top:46px;width:840px;bottom:0"></div>')
  await page.addStyleTag({ content: style })
  await page.addScriptTag({ content: script, type: 'module' })
  const { nodes, edges } = squareOf(size)
  const plain = nodes.map(({ id, position, data }) => ({ id, position, data: { label: data.label } }))
  const graph: { nodes: readonly Placed[]; edges: readonly object[] } = {
    nodes: plain,
    edges: edges.map(({ id, source, target }) => ({ id, source, target })),
  }
  return drawn(page, () => page.evaluate(`window.show(${JSON.stringify(graph)})`))
}

/** Milliseconds until the nodes are drawn and the page is idle. */
async function drawn(page: Page, open: () => Promise<unknown>): Promise<Opened> {
  const started = performance.now()
  await open()
  await page.waitForSelector('.react-flow__node', { state: 'attached' })
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  const openMs = performance.now() - started
  await page.waitForTimeout(1_000)
  return { page, openMs }
}

interface Frames {
  readonly rate: number
  readonly worstMs: number
}

const COUNT = `
  window.benchFrames = []
  window.isCounting = true
  let last = performance.now()
  const tick = (now) => {
    window.benchFrames.push(now - last)
    last = now
    if (window.isCounting) requestAnimationFrame(tick)
  }
  requestAnimationFrame(tick)
`

/** Pans the whole graph, zooms in on its centre, pans there, and zooms out again. */
async function movedAbout(page: Page): Promise<Frames> {
  await page.bringToFront()
  const box = await page.locator('.react-flow').boundingBox()
  if (box === null) throw new Error('there is no canvas')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.evaluate(COUNT)
  await panned(page, x, y)
  await zoomed(page, { x, y, by: -120 })
  await panned(page, x, y)
  await zoomed(page, { x, y, by: 120 })
  const frames = (await page.evaluate('window.isCounting = false, window.benchFrames')) as number[]
  const all = frames.reduce((sum, one) => sum + one, 0)
  return { rate: (frames.length / all) * 1000, worstMs: Math.max(...frames) }
}

async function panned(page: Page, x: number, y: number): Promise<void> {
  await page.mouse.move(x, y)
  await page.mouse.down({ button: 'middle' })
  for (let step = 1; step <= STEPS; step++) {
    const turn = (step / STEPS) * 2 * Math.PI
    await page.mouse.move(x + Math.sin(turn) * 220, y + (Math.cos(turn) - 1) * 120)
    await page.waitForTimeout(FRAME_MS)
  }
  await page.mouse.up({ button: 'middle' })
}

async function zoomed(page: Page, { x, y, by }: { x: number; y: number; by: number }): Promise<void> {
  await page.mouse.move(x, y)
  for (let step = 0; step < STEPS / 3; step++) {
    await page.mouse.wheel(0, by)
    await page.waitForTimeout(FRAME_MS)
  }
}

function middle(all: readonly Frames[]): Frames {
  return { rate: median(all.map(({ rate }) => rate)), worstMs: median(all.map(({ worstMs }) => worstMs)) }
}

function framesText({ rate, worstMs }: Frames): string {
  return `${rate.toFixed(0)} frames/s, worst ${ms(worstMs)}`
}
