/** What a list view is in the middle of; its name is also the value of the view's context key. */
export type ListState = 'unloaded' | 'loading' | 'loaded' | 'empty' | 'failed';
