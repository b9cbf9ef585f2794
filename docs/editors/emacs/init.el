(defalias 'mcp-config-base-mode
  (if (and (fboundp 'treesit-ready-p) (treesit-ready-p 'json t)) 'json-ts-mode 'js-mode))
(define-derived-mode mcp-config-mode mcp-config-base-mode "MCP config")
(put 'mcp-config-mode 'eglot-language-id "mcp-config")
(add-to-list 'auto-mode-alist '("/\\.?mcp\\.json\\'" . mcp-config-mode))
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(mcp-config-mode . ("mcp-config-language-server" "--stdio"))))
(add-hook 'mcp-config-mode-hook #'eglot-ensure)
