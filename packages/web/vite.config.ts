/**
 * One build with two entry points: `index.html` is the page that the service serves, `millrace.js` with `millrace.css`
 * is what hosts import. They share chunks. `VITE_API` is the service to which the development server proxies /api.
 */
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { iconSubset } from './build/icon-subset.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const service = process.env.VITE_API ?? 'http://127.0.0.1:7410'
const proxy = { '/api': { target: service, ws: true }, '/sign-in': service, '/docs': service, '/health': service }

export default defineConfig({
  root: here('.'),
  base: './',
  plugins: [react(), iconSubset()],
  resolve: { conditions: ['@millrace/source', ...defaultClientConditions] },
  server: { proxy },
  preview: { proxy },
  build: {
    outDir: here('../../dist/web'),
    emptyOutDir: true,
    target: 'es2023',
    cssTarget: ['chrome125', 'firefox128', 'safari17.5'],
    cssCodeSplit: false,
    modulePreload: {
      polyfill: false,
      // Preloading adds links to the document's head, which belongs to the host of a mounted instance.
      resolveDependencies: (file, links) => (/\/popups-/.test(file) ? [] : links),
    },
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      input: { index: here('index.html'), millrace: here('src/millrace.ts') },
      preserveEntrySignatures: 'exports-only',
      // On a busy machine the build would report slow plugins.
      checks: { bundlerTimings: false },
      output: {
        entryFileNames: ({ name }) => (name === 'millrace' ? 'millrace.js' : 'assets/[name]-[hash].js'),
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith('.css')) ? 'millrace.css' : 'assets/[name]-[hash][extname]',
      },
    },
  },
})
