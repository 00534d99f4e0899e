/** The actions of the home page with their toasts: no error is silent. */

import type { Catalogue, Workflow, WorkflowSummary } from '@millrace/model'
import { useEffect, useMemo, useRef, useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import type { Client } from '../api/client.ts'
import { loadNodeTypes, servedCatalogue } from '../api/served-catalogue.ts'
import type { Texts } from '../i18n/texts.ts'
import { useText } from '../i18n/use-text.ts'
import { newWorkflowPathIn } from '../navigation/links.ts'
import { goTo } from '../navigation/router.ts'
import { useOverlays } from '../ui/overlays.tsx'
import { createFromTemplate, download, duplicate, type ExportFormat, importFile, setActive } from './home-actions.ts'
import type { Template } from './templates/template.ts'

export interface HomeActions {
  readonly catalogue: Catalogue | undefined
  /** The id of the template that is being created. */
  readonly busy: string | undefined
  readonly hasAgentSpec: boolean
  readonly loadCatalogue: () => void
  readonly createEmpty: () => void
  readonly fromTemplate: (template: Template) => void
  readonly duplicate: (workflow: WorkflowSummary) => void
  readonly download: (workflow: WorkflowSummary, format: ExportFormat) => void
  readonly importFiles: (files: readonly File[]) => void
  readonly run: (workflow: WorkflowSummary) => void
  readonly remove: (workflow: WorkflowSummary) => void
  readonly setActive: (workflow: WorkflowSummary, isActive: boolean) => void
  /** `done` is the text that reports success. */
  readonly move: (workflow: WorkflowSummary, project: string, done: string) => void
  readonly publish: (workflow: WorkflowSummary) => void
}

/** `project` is the one of new workflows; undefined lets the service choose. */
export function useHomeActions(client: Client, reload: () => void, project: string | undefined): HomeActions {
  const t = useText()
  const { toast } = useOverlays()
  const [catalogue, setCatalogue] = useState<Catalogue>()
  const [busy, setBusy] = useState<string>()
  const hasAgentSpec = useFeature(client, 'agentspec')
  const loading = useRef<Promise<Catalogue>>(undefined)
  return useMemo(() => {
    const failed = (error: unknown) => toast({ tone: 'error', text: asApiError(error).message })
    const theCatalogue = (): Promise<Catalogue> => {
      loading.current ??= loadedCatalogue(client).then(
        (found) => {
          setCatalogue(found)
          return found
        },
        (error: unknown) => {
          loading.current = undefined
          throw error
        },
      )
      return loading.current
    }
    const done = (call: Promise<unknown>, text: string) =>
      void call.then(() => {
        toast({ tone: 'success', text })
        reload()
      }, failed)
    const making = (what: string, make: () => Promise<Workflow>) => {
      setBusy(what)
      make()
        .then(({ id }) => goTo(`/workflows/${id}`), failed)
        .finally(() => setBusy(undefined))
    }
    return {
      catalogue,
      busy,
      hasAgentSpec,
      loadCatalogue: () => void theCatalogue().catch(failed),
      createEmpty: () => goTo(newWorkflowPathIn(project)),
      fromTemplate: (template) =>
        making(template.id, async () =>
          createFromTemplate(client, template, { catalogue: await theCatalogue(), project, t }),
        ),
      duplicate: (workflow) =>
        void duplicate(client, workflow, t).then(({ copy, lostSecrets }) => {
          const text = lostSecrets ? t.home.duplicatedWithoutSecrets(copy.name) : t.home.duplicated(copy.name)
          toast({ tone: lostSecrets ? 'warning' : 'success', text })
          reload()
        }, failed),
      download: (workflow, format) => void download(client, workflow, format, t).catch(failed),
      importFiles: (files) =>
        void importAll(files, { client, toast, project, t }).then((made) => {
          if (made.length === 1 && files.length === 1) goTo(`/workflows/${made[0]}`)
          else if (made.length > 0) reload()
        }),
      run: ({ id, name }) => done(client.executeWorkflow({ id, body: {} }), t.home.started(name)),
      setActive: ({ id, name }, isActive) =>
        done(setActive(client, id, isActive), isActive ? t.home.activated(name) : t.home.deactivated(name)),
      publish: ({ id, name, revision }) =>
        done(client.publishWorkflow({ id, body: { revision } }), t.home.published(name)),
      move: ({ id }, project, text) => done(client.moveWorkflow({ id, body: { project } }), text),
      remove: ({ id, name }) => done(client.deleteWorkflow({ id }), t.home.deleted(name)),
    }
  }, [client, reload, toast, catalogue, busy, hasAgentSpec, project, t])
}

async function loadedCatalogue(client: Client): Promise<Catalogue> {
  const [types, categories] = await Promise.all([loadNodeTypes(client), client.listCategories().catch(() => [])])
  return servedCatalogue(types, categories)
}

interface Importing {
  readonly client: Client
  readonly toast: ReturnType<typeof useOverlays>['toast']
  readonly project: string | undefined
  readonly t: Texts
}

/** Imports files one after another, so that name conflicts are detected; returns the ids of the imported workflows. */
async function importAll(files: readonly File[], { client, toast, ...given }: Importing): Promise<string[]> {
  const { t } = given
  const made: string[] = []
  for (const file of files) {
    try {
      const { id, name } = await importFile(client, file, given)
      made.push(id)
      toast({ tone: 'success', text: t.home.imported(name) })
    } catch (error) {
      toast({ tone: 'error', text: t.home.importFailed(file.name, asApiError(error).message) })
    }
  }
  return made
}

/** True if the service supports a feature. */
function useFeature(client: Client, name: string): boolean {
  const [has, setHas] = useState(false)
  useEffect(() => {
    client.getSystemConfig().then(
      ({ features }) => setHas(features[name] === true),
      // Without a response the feature counts as absent: the list shows the error.
      () => undefined,
    )
  }, [client, name])
  return has
}
