/** Somebody with a browser of their own, who remembers what was said and what went wrong. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

export interface Heard {
  live: 'polite' | 'assertive';
  text: string;
}

declare global {
  interface Window {
    /** Told from inside the page; survives reloads. */
    tellTest(kind: 'polite' | 'assertive' | 'fault', text: string): Promise<void>;
  }
}

const DESK = { width: 1280, height: 800 };

export class Person {
  readonly faults: string[] = [];
  readonly heard: Heard[] = [];
  private readonly expected: RegExp[] = [];

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    readonly url: string,
  ) {}

  static async come(
    browser: Browser,
    url: string,
    options: BrowserContextOptions = {},
  ): Promise<Person> {
    const context = await browser.newContext({
      baseURL: url,
      locale: 'es-AR',
      viewport: DESK,
      // Its precache would be fetched by every new person; one test is about it.
      serviceWorkers: 'block',
      ...options,
    });
    context.setDefaultTimeout(15_000);
    let person: Person | undefined;
    await context.exposeBinding('tellTest', (_, kind: Heard['live'] | 'fault', text: string) => {
      if (kind === 'fault') person?.complain(text);
      else person?.heard.push({ live: kind, text });
    });
    await context.addInitScript(watchPage);
    context.on('console', (message) => {
      if (message.type() === 'error') person?.complain(message.text());
    });
    context.on('weberror', (error) => person?.complain(String(error.error())));
    person = new Person(context, await context.newPage(), url);
    return person;
  }

  private complain(fault: string): void {
    if (!this.expected.some((pattern) => pattern.test(fault))) this.faults.push(fault);
  }

  /** From now on such a complaint of the browser is no fault. */
  expectComplaints(pattern: RegExp): void {
    this.expected.push(pattern);
  }

  async open(path: string): Promise<Page> {
    await this.page.goto(path);
    return this.page;
  }

  async newTab(path: string): Promise<Page> {
    const page = await this.context.newPage();
    await page.goto(path);
    return page;
  }

  /** Everything that was said since, in order. */
  said(live?: Heard['live']): string[] {
    return this.heard.filter((one) => !live || one.live === live).map(({ text }) => text);
  }
}

/** Runs in every page, before its own scripts. */
function watchPage(): void {
  addEventListener('securitypolicyviolation', (event) => {
    void window.tellTest('fault', `CSP: ${event.violatedDirective} ${event.blockedURI}`);
  });
  const before = new Map<string, string>();
  new MutationObserver(() => {
    for (const region of document.querySelectorAll<HTMLElement>('[data-live]')) {
      const live = region.dataset['live'] as 'polite' | 'assertive';
      const text = region.textContent ?? '';
      if (text === (before.get(live) ?? '')) continue;
      before.set(live, text);
      void window.tellTest(live, text.replaceAll('\u00a0', ' ').trim());
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}
