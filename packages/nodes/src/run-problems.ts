/** What has to be true of the part of a definition that says how a node runs. */
import { isObject, issuesOf, type NodeDefinition, Type } from '@millrace/model'

const Values = Type.Optional(Type.Record(Type.Any()))

const Example = Type.Object(
  {
    title: Type.String({ minLength: 1 }),
    config: Values,
    inputs: Values,
    launch: Values,
    replies: Type.Optional(Type.Array(Type.Object({ status: Type.Enum(['answered', 'cancelled', 'expired']) }))),
    wired: Type.Optional(Type.Array(Type.String())),
    /** A class instance where the result is a special one. */
    outputs: Values,
    fails: Type.Optional(Type.String({ minLength: 1 })),
  },
  { additionalProperties: false },
)

/** The keys of a definition that are about running, for its schema. Functions are looked at here and not there. */
export const runFields = {
  loop: Type.Optional(
    Type.Object(
      { kind: Type.Enum(['foreach', 'while']), each: Type.Array(Type.String()) },
      { additionalProperties: false },
    ),
  ),
  isOutput: Type.Optional(Type.Boolean()),
  quick: Type.Optional(Type.Boolean()),
  afterCrash: Type.Optional(Type.Any()),
  run: Type.Optional(Type.Any()),
  examples: Type.Optional(Type.Array(Example)),
}

/** Everything that is wrong with how a definition runs. Its form has been checked already. */
export function* runProblems(definition: NodeDefinition): Iterable<string> {
  for (const key of ['run', 'afterCrash'] as const) {
    if (definition[key] !== undefined && typeof definition[key] !== 'function') yield `${key} must be a function`
  }
  yield* traitProblems(definition)
  yield* loopProblems(definition)
  for (const [at, example] of (definition.examples ?? []).entries()) {
    yield* exampleProblems(definition, example, `examples/${at}`)
  }
}

/** Traits that mean nothing without the thing they are about. */
function* traitProblems({ run, annotation, quick, afterCrash, examples, isOutput }: NodeDefinition): Iterable<string> {
  if (annotation && run !== undefined) yield 'annotation means that it never runs, so it can have no run'
  if (annotation && isOutput) yield 'annotation means that it never runs, so it can be no output'
  if (run !== undefined) return
  if (quick) yield 'quick is about its run, and it has none'
  if (afterCrash !== undefined) yield 'afterCrash is about its run, and it has none'
  if (examples !== undefined && examples.length > 0) yield 'examples are run, and it has no run'
}

function* loopProblems({ loop, inputs, outputs, run }: NodeDefinition): Iterable<string> {
  if (loop === undefined) return
  if (!Object.hasOwn(inputs, 'loop_back')) yield 'loop needs an input "loop_back", by which a round ends'
  for (const [at, id] of loop.each.entries()) {
    if (!Object.hasOwn(outputs, id)) yield `loop/each/${at} names "${id}", which is not an output`
  }
  if (loop.kind === 'while' && run === undefined) yield 'loop asks run before every round, and there is none'
  if (loop.kind === 'foreach' && run !== undefined) yield 'loop goes through a list by itself, so there can be no run'
}

function* exampleProblems(
  { config }: NodeDefinition,
  example: NonNullable<NodeDefinition['examples']>[number],
  place: string,
): Iterable<string> {
  if ((example.outputs === undefined) === (example.fails === undefined)) {
    yield `${place} must say either what comes out or how it fails`
  }
  const known = isObject(config.properties) ? config.properties : {}
  for (const [key, value] of Object.entries(example.config ?? {})) {
    const schema = Object.hasOwn(known, key) ? known[key] : undefined
    if (!isObject(schema)) yield `${place}/config/${key} is not a setting`
    else for (const issue of issuesOf(schema, value, `${place}/config/${key}`)) yield `${issue.path} ${issue.message}`
  }
}
