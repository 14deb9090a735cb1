/** The game, loaded when there is one to come. */
export { default as GameScreen } from './GameScreen.svelte';
export { hearNews } from './hear';
