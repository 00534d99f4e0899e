/** Requests to one operation: honest ones, spoiled ones, and ones that break the rules of HTTP and of addresses. */
import fc from 'fast-check'
import { hostileText, hostileValue, spoiled, spoilings } from './hostile-values.ts'
import type { OpenApi, Operation, Parameter } from './operations.ts'
import { valuesOf } from './schema-values.ts'

export interface HostileRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload: Buffer | undefined
  /** True if the request reaches the operation, regardless of its reply. */
  readonly arrives: boolean
}

/** The known ids by the path segment before the parameter, and the headers of authenticated callers. */
export interface World {
  readonly ids: (segment: string) => readonly string[]
  readonly credentials: Readonly<Record<string, Readonly<Record<string, string>>>>
}

export interface Source {
  readonly operation: Operation
  readonly document: OpenApi
  readonly world: World
  /** Bodies that know more than the schema does. */
  readonly bodies?: fc.Arbitrary<unknown> | undefined
}

/** A request before it is known what the world looks like: numbers that pick, texts that are put in. */
export function requestsTo(source: Source): fc.Arbitrary<() => HostileRequest> {
  const { operation, world } = source
  return fc
    .record({
      method: fc.oneof({ weight: 30, arbitrary: fc.constant(operation.method) }, { weight: 1, arbitrary: ODD_METHODS }),
      path: pathsOf(operation),
      query: queriesOf(operation),
      credential: credentials,
      headers: operation.declared.get(409)?.codes.includes('STALE_VERSION')
        ? fc.oneof(revisions, oddHeaders)
        : oddHeaders,
      body: operation.body === undefined ? oddBody : bodiesOf(source),
    })
    .map(({ method, path, query, credential, headers, body }) => {
      const make = (): HostileRequest => {
        const made = path(world)
        const who = 'known' in credential ? world.credentials[credential.known] : credential.headers
        return {
          method,
          url: made.url + query,
          headers: { ...who, ...body.headers, ...headers },
          payload: body.payload,
          arrives: made.arrives && (method === operation.method || (method === 'HEAD' && operation.method === 'GET')),
        }
      }
      return Object.assign(make, {
        [fc.toStringMethod]: () => JSON.stringify({ ...make(), payload: shown(body.payload) }),
      })
    })
}

function shown(payload: Buffer | undefined): string | undefined {
  const text = payload?.toString('utf8')
  return text !== undefined && text.length > 4000 ? `${text.slice(0, 4000)}… (${text.length})` : text
}

const ODD_METHODS = fc.constantFrom(
  'PATCH',
  'TRACE',
  'PROPFIND',
  'PURGE',
  'PUT',
  'POST',
  'DELETE',
  'GET',
  'HEAD',
  'OPTIONS',
)

type Path = (world: World) => { url: string; arrives: boolean }

const PATH_TRICKS = [
  (path: string) => `/${path}`,
  (path: string) => path.replace('/', '/./'),
  (path: string) => path.replace(/\/(?=[^/]*$)/, '/../'),
  (path: string) => path.replace(/\/(?=[^/]*$)/, '/%2e%2e/'),
  (path: string) => path.replaceAll('/', '//'),
  (path: string) => path.replace(/\/(?=[^/]*$)/, '%2f'),
  (path: string) => path.replace(/\/(?=[^/]*$)/, '\\'),
  (path: string) => `${path}/`,
  (path: string) => `${path}//`,
  (path: string) => `${path};a=b`,
  (path: string) => `${path}%00`,
  (path: string) => `${path}.json`,
  (path: string) => path.toUpperCase(),
  (path: string) => `http://evil.example${path}`,
]

/** Parameters in the path as numbers that pick a known id, an honest value, or a hostile one. */
function pathsOf(operation: Operation): fc.Arbitrary<Path> {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => String(match[1]))
  const values = names.map((name) => pathValue(operation.parameters.find((one) => one.name === name)))
  const trick = fc.oneof(
    { weight: 15, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom(...PATH_TRICKS) },
  )
  return fc.tuple(trick, ...values).map(
    ([trick, ...made]): Path =>
      (world) => {
        let arrives = trick === undefined
        let at = 0
        const url = operation.path.replace(/([^/]+)\/\{\w+\}/g, (_, segment: string) => {
          const value = made[at++]?.(world.ids(segment)) ?? ''
          if (value === '' || /[/?#]|^\.\.?$/.test(value)) arrives = false
          return `${segment}/${value}`
        })
        return { url: trick?.(url) ?? url, arrives }
      },
  )
}

type PathValue = (known: readonly string[]) => string

function pathValue(parameter: Parameter | undefined): fc.Arbitrary<PathValue> {
  const written = (value: unknown) => encoded(String(value))
  const honest = fc.oneof(fc.constant(parameter?.example ?? 'x'), valuesOf(parameter?.schema ?? {}, NO_NAMES))
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc.nat().map(
        (pick): PathValue =>
          (known) =>
            written(known[pick % known.length] ?? 'x'),
      ),
    },
    {
      weight: 2,
      arbitrary: honest.map(
        (value): PathValue =>
          () =>
            written(value),
      ),
    },
    {
      weight: 2,
      arbitrary: hostileText.map(
        (text): PathValue =>
          () =>
            written(text),
      ),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom('%', '%zz', '%ff', '%c0%ae', '%ed%a0%80', '%00').map(
        (raw): PathValue =>
          () =>
            raw,
      ),
    },
  )
}

const NO_NAMES = { components: { schemas: {} } }

/** As an address needs it; lone surrogates cannot be written there and become what a client would make of them. */
export function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

function queriesOf({ parameters }: Operation): fc.Arbitrary<string> {
  const wanted = parameters.filter((one) => one.in === 'query')
  const pairs = wanted.map(({ name, schema, required, example }) =>
    fc.oneof(
      { weight: required ? 1 : 3, arbitrary: fc.constant([] as string[]) },
      { weight: required ? 6 : 1, arbitrary: fc.constant([`${name}=${encoded(String(example ?? ''))}`]) },
      { weight: 3, arbitrary: valuesOf(schema, NO_NAMES).map((value) => [`${name}=${encoded(String(value))}`]) },
      { weight: 2, arbitrary: hostileText.map((text) => [`${name}=${encoded(text)}`]) },
      {
        weight: 1,
        arbitrary: fc
          .constantFrom('', '=', '=%', '=%zz', '=%ff', '=-1', '=0', '=1e9', '=1&', '[]=1', '[a]=b')
          .map((end) => [name + end]),
      },
      { weight: 1, arbitrary: hostileText.map((text) => [`${name}=${encoded(text)}`, `${name}=1`]) },
    ),
  )
  const odd = fc.oneof(
    { weight: 5, arbitrary: fc.constant([] as string[]) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('', '&&', '__proto__=1', 'constructor=1', '%', '%zz=1', '=', '?', 'a'.repeat(3000), 'ticket=x')
        .map((text) => [text]),
    },
  )
  return fc.tuple(...pairs, odd).map((lists) => {
    const parts = lists.flat()
    return parts.length === 0 ? '' : `?${parts.join('&')}`
  })
}

type Credential = { known: string } | { headers: Record<string, string> }

const JWT = 'eyJhbGciOiJub25lIn0.eyJyb2xlIjoiYWRtaW4ifQ.'

const credentials: fc.Arbitrary<Credential> = fc.oneof(
  { weight: 30, arbitrary: fc.constant({ known: 'admin' }) },
  { weight: 4, arbitrary: fc.constantFrom('viewer', 'editor', 'session', 'key').map((known) => ({ known })) },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom<Record<string, string>>(
        {},
        { authorization: '' },
        { authorization: 'Bearer' },
        { authorization: 'Bearer ' },
        { authorization: `Bearer ${JWT}` },
        { authorization: `Bearer mrt_${'x'.repeat(43)}` },
        { authorization: `Bearer ${'x'.repeat(5000)}` },
        { authorization: 'Basic YWRtaW46YWRtaW4=' },
        { authorization: 'bEaReR   mrt_\x80' },
        { 'x-api-key': '' },
        { 'x-api-key': `${JWT}'; --` },
        { cookie: 'millrace_session=' },
        { cookie: ';;;=;millrace_session=\x01; millrace_session=x' },
        { cookie: `a=${'b'.repeat(5000)}` },
        { cookie: 'millrace_session=__proto__' },
      )
      .map((headers) => ({ headers })),
  },
)

/** For an operation that compares revisions: some that fit, and some that are none. */
const revisions: fc.Arbitrary<Record<string, string>> = fc
  .constantFrom('*', '"1"', '"2"', 'W/"2"', '"2", "3"', '""', 'nonsense', `"${'9'.repeat(400)}"`)
  .map((tag) => ({ 'if-match': tag }))

const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 12, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Record<string, string>>(
      { accept: 'text/html' },
      { accept: 'application/xml;q=oops' },
      { 'accept-encoding': 'identity' },
      { 'content-encoding': 'gzip' },
      { origin: 'null' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { 'x-forwarded-proto': 'https', 'x-forwarded-for': '\x80' },
      { 'x-http-method-override': 'DELETE' },
      { host: 'evil.example' },
      { host: '' },
      { host: '[::1' },
      { range: 'bytes=0-1,5-' },
      { 'accept-version': '2.x' },
      { connection: 'upgrade', upgrade: 'websocket' },
      { expect: 'nothing' },
    ),
  },
)

interface Body {
  readonly payload: Buffer | undefined
  readonly headers: Record<string, string>
}

const JSON_TYPE = { 'content-type': 'application/json' }

/** For an operation that takes none: mostly none. */
const oddBody: fc.Arbitrary<Body> = fc.oneof(
  { weight: 8, arbitrary: fc.constant({ payload: undefined, headers: {} }) },
  { weight: 1, arbitrary: fc.constant({ payload: undefined, headers: JSON_TYPE }) },
  {
    weight: 1,
    arbitrary: hostileValue.map((value) => ({ payload: Buffer.from(JSON.stringify(value)), headers: JSON_TYPE })),
  },
)

function bodiesOf({ operation: { body }, document, bodies }: Source): fc.Arbitrary<Body> {
  const honest = fc.oneof(
    ...(body?.example === undefined ? [] : [fc.constant(body.example)]),
    valuesOf(body?.schema ?? {}, document),
    ...(bodies === undefined ? [] : [bodies, bodies]),
  )
  const values = fc.oneof(
    { weight: 4, arbitrary: honest },
    { weight: 6, arbitrary: fc.tuple(honest, spoilings).map(([value, list]) => spoiled(value, list)) },
    { weight: 1, arbitrary: hostileValue },
  )
  const texts = values.map((value) => JSON.stringify(value))
  const types = fc.oneof(
    { weight: 20, arbitrary: fc.constant('application/json') },
    { weight: 2, arbitrary: fc.constantFrom(...(body?.types ?? [])) },
    { weight: 1, arbitrary: fc.constantFrom(...ODD_TYPES) },
  )
  return fc
    .tuple(
      fc.oneof(
        { weight: 9, arbitrary: texts.map((text) => Buffer.from(text)) },
        { weight: 1, arbitrary: brokenBytes(texts) },
      ),
      types,
    )
    .map(([payload, type]) => ({ payload, headers: type === '' ? {} : { 'content-type': type } }))
}

const ODD_TYPES = [
  '',
  'text/plain',
  'application/json; charset=latin1',
  'application/json;charset=utf-8;charset=utf-16',
  'application/merge-patch+json',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  ';;;',
  'application/yaml',
  'text/x-yaml; charset=utf-8',
]

/** Bytes that are almost JSON. */
function brokenBytes(texts: fc.Arbitrary<string>): fc.Arbitrary<Buffer> {
  return fc
    .tuple(
      texts,
      fc.nat(),
      fc.constantFrom('', '}', ',', '"', '\\', '\0', '\x01', '1e400', '-', 'NaN', '\ufeff', '/*', '__proto__'),
      fc.boolean(),
    )
    .map(([text, cut, junk, isCut]) => {
      const at = cut % (text.length + 1)
      const broken = Buffer.from(text.slice(0, at) + junk + (isCut ? '' : text.slice(at)))
      return junk === '' ? Buffer.concat([broken, Buffer.of(0xff, 0xc0, 0x80)]) : broken
    })
}
