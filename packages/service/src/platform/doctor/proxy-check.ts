import type { Config } from '../config.ts'
import { type Check, checkOf, ok } from './check.ts'

/** Invalid addresses are already rejected with the settings; this shows what is in effect, without passwords. */
export function proxyCheck({
  httpProxy,
  httpsProxy,
  noProxy,
}: Pick<Config, 'httpProxy' | 'httpsProxy' | 'noProxy'>): Promise<Check> {
  return checkOf('proxy', 'Correct HTTP_PROXY, HTTPS_PROXY and NO_PROXY.', () => {
    const used = Object.entries({ http: httpProxy, https: httpsProxy }).flatMap(([scheme, url]) =>
      url === undefined ? [] : [`${scheme} through ${new URL(url).host}`],
    )
    if (used.length === 0) return ok('Nodes call other servers without a proxy.')
    const direct = noProxy.length === 0 ? '' : `, except ${noProxy.join(', ')}`
    return ok(`Nodes call other servers by ${used.join(' and ')}${direct}.`)
  })
}
