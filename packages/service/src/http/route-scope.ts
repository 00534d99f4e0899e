import type { Owned } from '@millrace/store'

/**
 * `instance` (the default): the whole service. `shared`: the same for all callers. `filtered`: the handler shows only what
 * is in the projects of the caller. Otherwise something in a project, by the parameter that identifies it.
 */
export type Scope = 'instance' | 'shared' | 'filtered' | { readonly [Kind in Owned['kind'] | 'project']?: string }
