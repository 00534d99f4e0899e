/** A worker without Millrace: each call runs ten steps, each of which Restate records. The limit of the bench. */
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:http2'
import { type Context, createEndpointHandler, service } from '@restatedev/restate-sdk'

const [endpoint, http, identityKey = ''] = process.argv.slice(2)
const STEPS = 10

const bare = service({
  name: 'Bare',
  handlers: {
    loop: async (ctx: Context, text: string) => {
      let value = text
      for (let step = 0; step < STEPS; step++) value = await ctx.run(`step${step}`, () => value.toUpperCase())
      return value
    },
  },
})

const handler = createEndpointHandler({ services: [bare], identityKeys: [identityKey] })
createHttpServer((_, response) => response.end()).listen(Number(http), '127.0.0.1')
createServer(handler).listen(Number(endpoint), '127.0.0.1', () => console.log('ready'))
