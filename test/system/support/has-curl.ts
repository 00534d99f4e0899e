import { spawnSync } from 'node:child_process'

/** Whether this machine has the curl that people will use; `--json` came with 7.82. Without it those tests are skipped. */
export const hasCurl = spawnSync('curl', ['--json', '{}', '--version']).status === 0
