/** German texts of the built-in catalogue, by English text. */
import { agents } from './agents.ts'
import { ai } from './ai.ts'
import { categories } from './categories.ts'
import { data } from './data.ts'
import { embeddings } from './embeddings.ts'
import { general } from './general.ts'
import { helpers } from './helpers.ts'
import { inputs } from './inputs.ts'
import { interrupts } from './interrupts.ts'
import { logic } from './logic.ts'
import { memories } from './memories.ts'
import { models } from './models.ts'
import { outputs } from './outputs.ts'
import { processing } from './processing.ts'
import { prompts } from './prompts.ts'
import { tools } from './tools.ts'
import { triggers } from './triggers.ts'
import { vectorStores } from './vector-stores.ts'

export const german: Readonly<Record<string, string>> = {
  ...agents,
  ...ai,
  ...categories,
  ...data,
  ...embeddings,
  ...general,
  ...helpers,
  ...inputs,
  ...interrupts,
  ...logic,
  ...memories,
  ...models,
  ...outputs,
  ...processing,
  ...prompts,
  ...tools,
  ...triggers,
  ...vectorStores,
}
