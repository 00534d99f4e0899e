/** Variables of a template, derived from the schemas of connected outputs. */
import { isObject } from '@millrace/model'

export interface Variable {
  /** The input port that provides it. */
  readonly port: string
  /** As written in a template. */
  readonly name: string
  readonly type: string
  readonly description: string
  /** Heading in the list of completions. */
  readonly section?: string
}

const MAX_VARIABLES = 200
const MAX_DEPTH = 4

/** All paths into the data of a schema, outermost first. */
export function variablesIn(schema: unknown, port: string, prefix = ''): Variable[] {
  const found: Variable[] = []
  collect(schema, { port, path: prefix, depth: 0, found })
  return found
}

interface Walk {
  readonly port: string
  readonly path: string
  readonly depth: number
  readonly found: Variable[]
}

function collect(schema: unknown, { port, path, depth, found }: Walk): void {
  if (!isObject(schema) || depth > MAX_DEPTH || found.length >= MAX_VARIABLES) return
  if (path !== '') {
    const description = [schema.title, schema.description].find((text) => typeof text === 'string')
    found.push({ port, name: path, type: String(schema.type ?? ''), description: String(description ?? '') })
  }
  if (isObject(schema.properties)) {
    for (const [key, field] of Object.entries(schema.properties)) {
      collect(field, { port, path: path === '' ? key : `${path}.${key}`, depth: depth + 1, found })
    }
  }
  if (schema.type === 'array' && path !== '')
    collect(schema.items, { port, path: `${path}[0]`, depth: depth + 1, found })
}

/** Variables of the ports that a field lists, or of all ports. */
export function variablesFor(
  variables: readonly Variable[],
  ports: readonly string[] | undefined,
  withPort = false,
): Variable[] {
  const wanted =
    ports === undefined || ports.length === 0
      ? variables
      : variables.filter((one) => ports.includes(one.port) || one.name === one.port)
  return withPort
    ? wanted.map((one) => (one.name === one.port ? one : { ...one, name: `${one.port}.${one.name}` }))
    : [...wanted]
}
