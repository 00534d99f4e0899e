import { expect, test } from 'vitest'
import { wholePage } from './pages.ts'
import { clientWith, dataReply } from './testing/client-with.ts'

test('completes a page that the service returned short with further requests', async () => {
  const requests: string[] = []
  const client = clientWith(({ query }) => {
    const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))]
    requests.push(`${offset}+${limit}`)
    // Pages of two items, seven items in total.
    const size = Math.min(2, limit)
    const data = [0, 1, 2, 3, 4, 5, 6].slice(offset, offset + size)
    return dataReply(data, { 'X-Total-Count': '7', 'X-Page-Size': String(size) })
  })
  expect(await wholePage(client.listTags, { limit: 5, offset: 1 })).toEqual({ items: [1, 2, 3, 4, 5], total: 7 })
  expect(requests).toEqual(['1+5', '3+3', '5+1'])
  expect((await wholePage(client.listTags, { limit: 5, offset: 5 })).items).toEqual([5, 6])
})
