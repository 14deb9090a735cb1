/**
 * Rule sets in a few words: what the first page needs. The whole rules are modules of their own, to
 * be loaded with their page; they are not named here, or they would come along.
 */
export { basicRules } from './basic';
export { ruleSetName } from './names';
