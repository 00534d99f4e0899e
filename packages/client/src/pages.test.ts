import { expect, test } from 'vitest'
import { createClient, items, pages } from './index.ts'
import { allOf, startServer } from './testing/local-server.ts'

/** Seven tags, at most two on a page. */
async function sevenTags(requests: string[], hasTotal = true) {
  return startServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://localhost')
    const [limit, offset] = [Number(searchParams.get('limit') ?? 50), Number(searchParams.get('offset'))]
    requests.push(`${offset}+${limit}`)
    const size = Math.min(2, limit)
    if (hasTotal) response.setHeader('X-Total-Count', 7)
    response.setHeader('X-Page-Size', size)
    response.end(JSON.stringify({ success: true, data: [0, 1, 2, 3, 4, 5, 6].slice(offset, offset + size) }))
  })
}

test('pages continue where the service ended a page early', async () => {
  const requests: string[] = []
  await using service = await sevenTags(requests)
  const client = createClient({ baseUrl: service.baseUrl })
  const sizes: number[] = []
  for await (const page of pages(client.listTags, { limit: 5, offset: 1 })) {
    expect(page.total).toBe(7)
    sizes.push(page.items.length)
  }
  expect(sizes).toEqual([2, 2, 2])
  expect(requests).toEqual(['1+5', '3+5', '5+5'])
})

test.each([
  ['with', true],
  ['without', false],
])('items are all items of the list, %s a total', async (_, hasTotal) => {
  await using service = await sevenTags([], hasTotal)
  const client = createClient({ baseUrl: service.baseUrl })
  expect(await allOf(items(client.listTags, {}))).toEqual([0, 1, 2, 3, 4, 5, 6])
})
