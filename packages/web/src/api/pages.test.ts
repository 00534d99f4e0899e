import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { createClient } from './client.ts'
import { wholePage } from './pages.ts'

test('a page that the service ended early is completed with further calls', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://localhost')
    const [limit, offset] = [Number(searchParams.get('limit')), Number(searchParams.get('offset'))]
    asked.push(`${offset}+${limit}`)
    // Two items fit a page, and there are seven.
    const size = Math.min(2, limit)
    const data = [0, 1, 2, 3, 4, 5, 6].slice(offset, offset + size)
    response.setHeader('X-Total-Count', 7)
    response.setHeader('X-Page-Size', size)
    response.end(JSON.stringify({ success: true, data }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    const client = createClient({ baseUrl: `http://127.0.0.1:${port}` })
    expect(await wholePage(client, '/things', { query: { limit: 5, offset: 1 } })).toEqual({
      items: [1, 2, 3, 4, 5],
      total: 7,
    })
    expect(asked).toEqual(['1+5', '3+3', '5+1'])
    expect((await wholePage(client, '/things', { query: { limit: 5, offset: 5 } })).items).toEqual([5, 6])
  } finally {
    server.close()
  }
})
