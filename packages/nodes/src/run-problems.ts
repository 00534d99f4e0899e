/** Checks the part of a definition that describes how a node runs. */
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
    /** A class instance for special results. */
    outputs: Values,
    fails: Type.Optional(Type.String({ minLength: 1 })),
  },
  { additionalProperties: false },
)

/** Schema of the definition keys that concern running. Functions are checked below, not by the schema. */
export const runFields = {
  loop: Type.Optional(
    Type.Object(
      { kind: Type.Enum(['foreach', 'while']), each: Type.Array(Type.String()) },
      { additionalProperties: false },
    ),
  ),
  isOutput: Type.Optional(Type.Boolean()),
  quick: Type.Optional(Type.Boolean()),
  pure: Type.Optional(Type.Boolean()),
  heavy: Type.Optional(Type.Boolean()),
  afterCrash: Type.Optional(Type.Any()),
  run: Type.Optional(Type.Any()),
  examples: Type.Optional(Type.Array(Example)),
}

/** All problems of how a definition runs. Its structure has already been checked. */
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

/** Reports traits that have no meaning without a run function. */
function* traitProblems(definition: NodeDefinition): Iterable<string> {
  const { run, annotation, quick, pure, heavy, afterCrash, examples, isOutput } = definition
  if (annotation && run !== undefined) yield 'an annotation never runs, so it must not have run'
  if (annotation && isOutput) yield 'an annotation never runs, so it must not be an output'
  if (pure && afterCrash !== undefined) yield 'a pure node is always computed again, so it must not have afterCrash'
  if (heavy && !pure) yield 'heavy requires pure'
  if (run !== undefined) return
  if (quick) yield 'quick requires run'
  if (pure) yield 'pure requires run'
  if (afterCrash !== undefined) yield 'afterCrash requires run'
  if (examples !== undefined && examples.length > 0) yield 'examples require run'
}

function* loopProblems({ loop, inputs, outputs, run }: NodeDefinition): Iterable<string> {
  if (loop === undefined) return
  if (!Object.hasOwn(inputs, 'loop_back')) yield 'loop requires an input "loop_back"'
  for (const [at, id] of loop.each.entries()) {
    if (!Object.hasOwn(outputs, id)) yield `loop/each/${at} names "${id}", which is not an output`
  }
  if (loop.kind === 'while' && run === undefined) yield 'a while loop requires run, which evaluates its condition'
  if (loop.kind === 'foreach' && run !== undefined) yield 'a foreach loop must not have run'
}

function* exampleProblems(
  { config }: NodeDefinition,
  example: NonNullable<NodeDefinition['examples']>[number],
  place: string,
): Iterable<string> {
  if ((example.outputs === undefined) === (example.fails === undefined)) {
    yield `${place} must have either outputs or fails`
  }
  const known = isObject(config.properties) ? config.properties : {}
  for (const [key, value] of Object.entries(example.config ?? {})) {
    const schema = Object.hasOwn(known, key) ? known[key] : undefined
    if (!isObject(schema)) yield `${place}/config/${key} is not a setting`
    else for (const issue of issuesOf(schema, value, `${place}/config/${key}`)) yield `${issue.path} ${issue.message}`
  }
}
