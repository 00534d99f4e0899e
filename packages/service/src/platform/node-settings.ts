/** The settings of custom node types; `settings.ts` adds them to its table. */
import * as parse from './setting-values.ts'

export const NODE_SETTINGS = {
  nodes: {
    argument: 'LIST',
    default: '',
    description: 'folders or npm packages with custom node types',
    parse: parse.list,
  },
  watchNodes: {
    argument: '',
    default: 'false',
    description: 'reload custom node types when their files change; for development',
    parse: parse.trueOrFalse,
  },
} as const
