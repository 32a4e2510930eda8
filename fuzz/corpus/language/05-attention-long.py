#| role: question
#| label: transfer
#| ask: 5 words ask 9 words. Queries and keys have 7 numbers, values 4. What are the shapes of the weights and of the output?
#| options: 5 × 9 and 5 × 4 | 9 × 5 and 9 × 4 | 5 × 7 and 5 × 4 | 5 × 9 and 9 × 4
#| hint: A row for each that asks. How many shares are in a row, and how wide is what it takes home?
#| explain: 5 rows of 9 shares, and 5 rows of 4 numbers. The 7 is summed away by the scores, and the 9 by the mix.
_weights = torch.zeros(5, 7) @ torch.zeros(9, 7).T
_output = _weights @ torch.zeros(9, 4)
answer = [[(5, 9), (5, 4)], [(9, 5), (9, 4)], [(5, 7), (5, 4)],
          [(5, 9), (9, 4)]].index([tuple(_weights.shape),
                                   tuple(_output.shape)])
