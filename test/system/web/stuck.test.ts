/** A cluster in the browser: an execution that no worker could continue, and its Resume button. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cluster, startCluster } from '../support/cluster/cluster.ts'
import { ClusterService } from '../support/cluster/cluster-service.ts'
import { pauseInvocationOf } from '../support/cluster/get-stuck.ts'
import { freeLayout } from '../support/cluster/layout.ts'
import { drawing } from '../support/drawing.ts'
import { launchBrowser } from './support/chromium.ts'
import { describeInBrowser } from './support/describe-in-browser.ts'

describeInBrowser('a stuck execution', () => {
  let cluster: Cluster
  let browser: Browser

  beforeAll(async () => {
    cluster = await startCluster({ layout: await freeLayout(1, 1) })
    browser = await launchBrowser()
  })

  afterAll(async () => {
    await browser?.close()
    await cluster?.[Symbol.asyncDispose]()
  })

  test('has a badge in the list and a notice with the error in the viewer; Resume lets it continue', async () => {
    const [worker] = cluster.workers
    const service = new ClusterService(cluster)
    // Needs a worker: a quick step would end in the API process.
    const nodes = [{ id: 'a', type: 'delay', config: { seconds: 0 } }]
    const stored = await service.call('POST', '/workflows', drawing('Greeting', nodes, ''))
    await worker?.stop()
    const begun = await service.call('POST', `/workflows/${stored.body.data.id}/execute`, {})
    const id: string = begun.body.data.execution_id
    await pauseInvocationOf(cluster, id)

    const page = await browser.newPage()
    page.setDefaultTimeout(120_000)
    await page.goto(`${cluster.origin}/#/executions`)
    await page.getByLabel('API token').fill(cluster.token)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page
      .getByRole('row', { name: /Greeting/ })
      .getByText('Stuck')
      .waitFor()
    await page.goto(`${cluster.origin}/#/executions/${id}`)
    const notice = page.getByRole('status').filter({ hasText: 'No worker could continue this execution' })
    await notice.getByRole('button', { name: 'Resume' }).click()
    await notice.waitFor({ state: 'detached' })
    await worker?.start()
    await page.getByText('Completed').first().waitFor()
    expect((await service.call('GET', `/pipelines/${id}`)).body.status).toBe('completed')
  })
})
