/**
 * The pages of this folder, built and served: `node packages/web/examples/build.mjs` and then http://127.0.0.1:7420/plain/.
 * The module of Millrace is not bundled: browsers load it from the service.
 */
import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import react from '@vitejs/plugin-react'
import { build, preview } from 'vite'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const PAGES = ['plain', 'react', 'vue', 'svelte']

const config = (outDir) => ({
  root: here('.'),
  configFile: false,
  logLevel: 'warn',
  define: { __VUE_OPTIONS_API__: false, __VUE_PROD_DEVTOOLS__: false, __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: false },
  plugins: [react(), svelte({ configFile: false })],
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: Object.fromEntries(PAGES.map((name) => [name, here(`${name}/index.html`)])),
      external: /^http:/,
    },
  },
})

/** Builds all four into a folder. */
export async function buildExamples(outDir) {
  await build(config(outDir))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const outDir = here('../node_modules/.examples')
  await buildExamples(outDir)
  await preview({ ...config(outDir), preview: { host: '127.0.0.1', port: 7420, strictPort: true } })
  for (const name of PAGES) console.log(`http://127.0.0.1:7420/${name}/`)
}
