/**
 * Registers the workers with Restate. The path contains the version of the program, so every version is a deployment of its
 * own. Restate sends new invocations (every start and wake-up of an execution) to the deployment that was added last, and
 * keeps an invocation on one path only after a worker has recorded an entry of it. Workers also serve the paths of older
 * versions (`versions.ts`), so the path names the oldest version that may run an invocation. For its whole life an execution
 * keeps only the behaviour version of its history (`started.v`).
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { DeploymentOptions } from './ports.ts'

const RETRY_MS = 1_000
const TIMEOUT_MS = 10_000

/** Resolves when the deployment is registered; retries until then. Registering the same version again changes nothing. */
export async function registerDeployment(options: DeploymentOptions): Promise<void> {
  const { admin, signal, onFailure } = options
  while (!signal.aborted) {
    try {
      return await register(admin, deploymentUrl(options), signal)
    } catch (error) {
      if (signal.aborted) return
      onFailure?.(error)
      await delay(RETRY_MS, undefined, { signal }).catch(() => {})
    }
  }
}

/** The address of the deployment of a version. */
export function deploymentUrl({ url, version }: Pick<DeploymentOptions, 'url' | 'version'>): string {
  return `${url}/${version.replace(/[^\w.-]/g, '-')}`
}

async function register(admin: string, uri: string, signal: AbortSignal): Promise<void> {
  const response = await fetch(`${admin}/deployments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ uri }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  })
  const body = await response.text()
  if (!response.ok)
    throw new Error(`Restate did not register ${uri} (status ${response.status}): ${body.slice(0, 500)}`)
}
