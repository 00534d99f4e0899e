/** A disk whose flushes take long, from a moment on: a library that is loaded before the system's, made with its compiler. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Notes for every flush whether the main thread made it, and waits while the flag file exists. */
const SOURCE = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static void note(void) {
  const char *flag = getenv("SLOW_FLUSH_FLAG");
  const char *log = getenv("SLOW_FLUSH_LOG");
  if (!flag || !log || access(flag, F_OK) != 0) return;
  int fd = open(log, O_WRONLY | O_APPEND | O_CREAT, 0600);
  char letter = syscall(SYS_gettid) == getpid() ? 'm' : 't';
  if (fd >= 0) { (void)!write(fd, &letter, 1); close(fd); }
  usleep(200 * 1000);
}

int fsync(int fd) { note(); return ((int (*)(int))dlsym(RTLD_NEXT, "fsync"))(fd); }
int fdatasync(int fd) { note(); return ((int (*)(int))dlsym(RTLD_NEXT, "fdatasync"))(fd); }
`

export interface SlowFlush extends Disposable {
  /** For the process that is to have the disk. */
  readonly env: Readonly<Record<string, string>>
  /** From now on flushes take long and are counted. */
  begin(): void
  /** Flushes so far, by the thread that made them. */
  counts(): { readonly main: number; readonly others: number }
}

/** Undefined where there is no compiler, or libraries are not loaded this way. */
export function slowFlush(): SlowFlush | undefined {
  if (process.platform !== 'linux') return undefined
  const folder = mkdtempSync(join(tmpdir(), 'millrace-slow-'))
  const [library, flag, log] = ['slow.so', 'flag', 'log'].map((name) => join(folder, name)) as [string, string, string]
  const made = spawnSync('cc', ['-shared', '-fPIC', '-o', library, '-x', 'c', '-', '-ldl'], { input: SOURCE })
  if (made.status !== 0) {
    rmSync(folder, { recursive: true, force: true })
    return undefined
  }
  writeFileSync(log, '')
  return {
    env: { LD_PRELOAD: library, SLOW_FLUSH_FLAG: flag, SLOW_FLUSH_LOG: log },
    begin: () => writeFileSync(flag, ''),
    counts() {
      const letters = [...readFileSync(log, 'utf8')]
      const main = letters.filter((letter) => letter === 'm').length
      return { main, others: letters.length - main }
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}
