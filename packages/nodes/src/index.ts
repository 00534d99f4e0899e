export { expressionProblem, templateProblem } from './languages.ts'
export { loadCustomNodes } from './load-custom-nodes.ts'
export { loadBuiltInNodes } from './load-nodes.ts'
export { modelsLike } from './models.ts'
