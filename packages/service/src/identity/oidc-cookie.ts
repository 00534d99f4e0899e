/** The cookie that keeps what a sign-in at the provider has to remember, and the replies that set it. */
import { text } from '../http/define-route.ts'
import type { Config } from '../platform/config.ts'
import { pathPrefix } from '../platform/public-address.ts'
import { OIDC_COOKIE_SECONDS } from './oidc.ts'

const NAME = 'millrace_oidc'

type Headers = Readonly<Record<string, string | string[] | undefined>>
type Addressed = Pick<Config, 'publicUrl'>

/** Lax: the provider sends the browser back from another site. */
export function oidcCookie(value: string, config: Addressed): string {
  const isTls = config.publicUrl?.origin.startsWith('https:') === true
  const life = value === '' ? 0 : OIDC_COOKIE_SECONDS
  const path = `${pathPrefix(config)}/sign-in`
  return `${NAME}=${value}; Path=${path}; HttpOnly; SameSite=Lax${isTls ? '; Secure' : ''}; Max-Age=${life}`
}

export function oidcCookieIn({ cookie }: Headers): string {
  const pairs = String(cookie ?? '').split(';')
  const own = pairs.map((pair) => pair.trim()).find((pair) => pair.startsWith(`${NAME}=`))
  return own?.slice(NAME.length + 1) ?? ''
}

/** Redirects a browser and sets cookies. */
export function redirectTo(location: string, cookies: readonly string[] = []) {
  return text('text/html; charset=utf-8', '', { status: 303, headers: { location, 'set-cookie': [...cookies] } })
}

/** Back to the sign-in page, which explains the reason. */
export function refusedSignIn(reason: string, config: Addressed) {
  return redirectTo(`${pathPrefix(config)}/#/sign-in?refused=${reason}`, [oidcCookie('', config)])
}

/** A path of the page, which is the part behind `#`: it cannot lead to another site. */
const LOCATION = /^\/(?!\/|sign-in\b|password\b)[\w\-./~%?=&+,:]{0,1000}$/

/** The location to show after a sign-in; undefined if there is none or it is not a location of the page. */
export function locationIn(query: URLSearchParams): string | undefined {
  const next = query.get('next') ?? ''
  return next !== '/' && LOCATION.test(next) ? next : undefined
}
