export { loadCustomNodes } from './load-custom-nodes.ts'
export { loadBuiltInNodes } from './load-nodes.ts'
export { modelsLike } from './models.ts'
export { expressionProblem, templateProblem } from './syntax-problems.ts'
