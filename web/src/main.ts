import './styles/fonts.css';
import './styles/tokens.css';
import './styles/board.css';
import './styles/ui.css';
import './styles/app.css';
import sprite from './assets/pieces.svg?raw';
import { mount } from 'svelte';
import App from './ui/App.svelte';

// The symbols have to be in the page itself: gradients of another document are not found by all.
const symbols = new DOMParser().parseFromString(sprite, 'image/svg+xml').documentElement;
symbols.setAttribute('class', 'sprite');
symbols.setAttribute('aria-hidden', 'true');
document.body.prepend(document.importNode(symbols, true));

mount(App, { target: document.querySelector('#app')! });
