import { paraglideVitePlugin } from '@inlang/paraglide-js';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [
    paraglideVitePlugin({
      project: './project.inlang',
      outdir: './src/i18n/generated',
      // What was chosen comes before both: see src/ui/language.svelte.ts.
      strategy: ['preferredLanguage', 'baseLocale'],
    }),
    svelte(),
    VitePWA({
      registerType: 'prompt',
      injectRegister: false,
      manifest: {
        id: '/',
        name: 'Damero',
        short_name: 'Damero',
        description: 'El club de damas: juega con quien quieras, con un enlace.',
        lang: 'es-419',
        start_url: '/',
        display: 'standalone',
        background_color: '#214638',
        theme_color: '#214638',
        icons: [
          { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
          { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
      },
      workbox: {
        globPatterns: ['**/*.{js,css,html,svg,wasm,woff2}'],
        navigateFallbackDenylist: [/^\/config\.json$/, /^\/_local\//, /^\/oidc\//],
      },
    }),
  ],
  build: {
    // The first browsers that know light-dark() and container queries.
    manifest: true,
    target: ['chrome123', 'safari17.5', 'firefox121'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      '/config.json': 'http://127.0.0.1:4510',
      '/_local': 'http://127.0.0.1:4510',
    },
  },
});
