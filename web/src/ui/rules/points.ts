/**
 * Rule sets in words. Names, the few lines and the whole rules are modules of their own, so that a
 * page loads only what it shows.
 */
export { basicRules } from './basic';
export { fullRules, menOf, type Section, type SectionId } from './full';
export { ruleSetGroups, ruleSetName } from './names';
